public import ArgumentParser
public import ImageMetadata

/// The kinds of statements that `--allow-loss` takes.
extension FileStatement: ExpressibleByArgument {}
