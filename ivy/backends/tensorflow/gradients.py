"""What concerns differentiation only, on tensorflow."""

from tensorflow import stop_gradient
