internal import ArgumentParser
internal import Files
internal import Glibc
internal import TileContainers
internal import ToolSupport

/// Calls `body` with the path of a new folder, which is removed afterwards with all that is in it.
///
/// - Throws: the exit status 73, after a message, if the folder cannot be created; and the error of `body`.
func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let parent = TemporaryFiles.folder
    var template = Array("\(parent)/tilebench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
        Console.message("tilebench: \(parent): a folder cannot be created. Set TMPDIR to another folder.")
        throw ExitCode(ExitStatus.cannotCreate.rawValue)
    }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // If this fails, the system clears the folder for temporary files.
    defer { try? FileSystem.removeAll(folder) }
    return try body(folder)
}
