/** Loads the configuration for a command; its problems end the command before anything is contacted. */
