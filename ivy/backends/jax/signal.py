"""Windows, convolution and correlation on jax."""
