internal import Glibc

/// Finds names for new files, so that nothing is replaced.
enum UniqueFileName {
    /// `stem.fileExtension`, or the first of `stem-2.fileExtension`, `stem-3.fileExtension` and so on that is free.
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
