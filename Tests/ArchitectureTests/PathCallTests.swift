import Foundation
import TestLimits
import Testing

/// Paths go to the system by the functions of the module Files, which pass on names that are not UTF-8.
@Suite(.timeLimited) struct PathCallTests {
    /// Files that name only paths of the system's own, or are for tests.
    private static let exceptions: Set = [
        "Sources/Layers/TiledLayers/Cache/MemoryPressureWatcher.swift",
        "Sources/Pyramids/TileCutting/Cutting/ProcessMetrics.swift",
        "Sources/Layers/SDLPresenter/SDL/GraphicsHardware.swift", "Sources/Apps/LoopbackServers/FolderAnswers.swift",
    ]

    @Test func `a file that calls the system with a path imports Files`() throws {
        let folders = ["Sources", "Tools/tilecut", "Tools/tileserve", "Tools/tileview"]
        let files = try folders.flatMap { try PackageLayout.swiftFiles(below: $0) }.filter { $0.text.callsWithPath }
        #expect(files.count > 40)
        let bypassing = files.filter { path, text in
            !path.hasPrefix("Sources/Basics/Files/") && !Self.exceptions.contains(path)
                && !text.imports.contains { $0.module == "Files" }
        }
        #expect(bypassing.map(\.path) == [])
    }

    @Test func `no path of the system becomes a string that replaces its bytes`() throws {
        let files = try PackageLayout.swiftFiles(below: "Sources")
        let replacing = files.filter { _, text in
            text.contains(#/getenv\("?(name|HOME|XDG\w+|TMPDIR)"?\)\.map \{ String/#)
                || text.contains(#/String\(cString: [^)]*d_name/#) || text.contains("CommandLine.arguments.dropFirst")
        }
        #expect(replacing.map(\.path) == [])
    }

    @Test(arguments: [
        ("let file = open(path, O_RDONLY | O_CLOEXEC)", true), ("guard stat(path, &status) == 0 else {", true),
        ("if access(path, F_OK) == 0 {", true), ("guard let stream = opendir(path) else {", true),
        ("let next = try open(document)", false), ("/// Calls `open(path, O_RDONLY)`.", false),
        ("let status = stat()", false),
    ]) func `a call with a path is recognized`(line: String, isCall: Bool) {
        #expect(line.callsWithPath == isCall)
    }
}

extension String {
    /// Whether a line of a Swift file calls a function of the system that takes a path.
    fileprivate var callsWithPath: Bool {
        // The names of the functions are found much faster than the pattern of a call.
        let calls = ["open(", "access(", "stat(", "realpath(", "opendir(", "mkdir(", "rmdir(", "statvfs("]
        return split(separator: "\n").contains { line in
            calls.contains { line.contains($0) } && !line.contains(#/^\s*\/\/\//#) && !line.contains("func ")
                && line.contains(
                    #/(?:^|[^.\w])(?:open\([^)]*O_(?:RD|WR)|access\(.*[FRWX]_OK|l?stat\([^()]*&|(?:realpath|opendir|mkdir|rmdir|statvfs)\()/#
                )
        }
    }
}
