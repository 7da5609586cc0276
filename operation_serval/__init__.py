"""Operation Serval: Mali, 2012 and 2013."""
