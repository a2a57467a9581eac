"""Windows, convolution and correlation on tensorflow."""
