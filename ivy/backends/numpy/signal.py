"""Windows, convolution and correlation on NumPy."""
