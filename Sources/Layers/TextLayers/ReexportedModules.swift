// Fonts and the arrangement of lines come with TextLayers, because every text layer needs them.
@_exported public import TextRendering
