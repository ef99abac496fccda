import Files

/// Paths as people write them.
enum UserPath {
    /// A path with `~` in the place of the user's home folder.
    static func text(_ path: String) -> String {
        guard let home = PathText.variable("HOME"), home.count > 1, path.hasPrefix("\(home)/") else { return path }
        return "~\(path.dropFirst(home.count))"
    }
}
