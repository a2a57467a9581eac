"""Windows, convolution and correlation on torch."""
