"""One file a scene, and the stack of scenes."""
