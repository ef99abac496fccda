#pragma once

// Empty: this target is there for pkg-config's flags. Pango's declarations are part of CVips, whose pango.h says why.
