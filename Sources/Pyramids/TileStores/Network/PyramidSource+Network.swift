extension PyramidSource {
    /// Whose data the tiles show, as plain text; `nil` if that need not be named.
    public var attribution: String? {
        properties.first { $0.name.lowercased() == "attribution" }?.value
    }

    /// The hosts that tiles come from; empty for files of this computer.
    package var hosts: Set<String> { [] }
}
