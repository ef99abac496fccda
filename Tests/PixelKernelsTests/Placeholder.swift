// Tests follow with the module.
