internal import Glibc

/// Finds names for files that replace nothing.
enum FreeName {
    /// `stem.ending`, or if there is something of that name already `stem-2.ending`, `stem-3.ending` and so on.
    static func path(_ stem: String, _ ending: String) -> String {
        var path = "\(stem).\(ending)"
        var number = 2
        var status = stat()
        while lstat(path, &status) == 0 {
            path = "\(stem)-\(number).\(ending)"
            number += 1
        }
        return path
    }
}
