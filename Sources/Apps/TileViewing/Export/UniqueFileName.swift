internal import Glibc

/// Finds names for files that replace nothing.
enum UniqueFileName {
    /// `stem.fileExtension`, or if there is something of that name already `stem-2.fileExtension`, `stem-3.fileExtension` and so on.
    static func path(_ stem: String, _ fileExtension: String) -> String {
        var path = "\(stem).\(fileExtension)"
        var number = 2
        var status = stat()
        while lstat(path, &status) == 0 {
            path = "\(stem)-\(number).\(fileExtension)"
            number += 1
        }
        return path
    }
}
