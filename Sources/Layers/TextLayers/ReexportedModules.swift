/// Fonts and the arrangement of lines, which every text layer needs, come with `import TextLayers`.
@_exported public import TextRendering
