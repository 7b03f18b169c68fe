// Nothing is declared here: the linker alone needs what this target defines.
