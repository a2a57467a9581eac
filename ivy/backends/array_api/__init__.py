"""Any other library that follows the array API standard: its own functions, and what it lacks."""
