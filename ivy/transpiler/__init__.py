"""From source code of one framework to native source code of another one."""
