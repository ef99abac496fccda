internal import Files
internal import Glibc

/// Finds names for new files, so that nothing is replaced.
enum UniqueFileName {
    /// A name with only characters that file names may have everywhere.
    static func fileName(_ name: String) -> String {
        let text = name.map { $0.isLetter || $0.isNumber || "-_.,()".contains($0) ? $0 : "_" }
        return text.isEmpty || text.first == "." ? "_" + String(text) : String(text.prefix(100))
    }

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
