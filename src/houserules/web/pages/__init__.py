"""The HTML pages, rendered on the server and brought to life by the modules in `static`."""
