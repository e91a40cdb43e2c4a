"""升级: commands go in, events come out; a screen knows only what its seat may know."""
