#pragma once

// Empty: this target carries pkg-config's flags. Pango's declarations are part of CVips; its pango.h explains why.
