internal import Numbers

/// Paths and addresses as messages and questions show them.
enum ShownPath {
    /// A path that does not depend on the current folder, with its control characters visible; an address as it is.
    ///
    /// A path that depends on the current folder is shown with the folder that it leads to, without links.
    static func text(_ path: String) -> String {
        VisibleText.escaped(path.hasPrefix("/") ? path : RecentFiles.absolute(path) ?? path)
    }
}
