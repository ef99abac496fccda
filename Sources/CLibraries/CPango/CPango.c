// Pango's headers include one another by names that need a search path. Its pkg-config module states that path together with
// -pthread, a flag that SwiftPM does not pass on and warns of in every build, those of the package's users too. Therefore
// include/pango has a header for each of Pango's, which leads to it from the system's search path, and the libraries are named
// in Package.swift. This file makes the folder a target of C, whose headers are found by all that use it.
#include "shim.h"
