"""The people of the floor: accounts, sign-in, roles and Player Cards."""
