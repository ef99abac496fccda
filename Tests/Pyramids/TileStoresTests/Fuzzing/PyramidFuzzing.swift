import FilePyramids
import Foundation
import FuzzSupport
import ImageMetadata
import TestSupport
import Testing
import TileContainers
import TilePyramid
import TileStores

/// Opens damaged pyramids, examines them and reads some of their tiles.
struct PyramidFuzzing {
    /// An intact pyramid.
    struct Subject {
        /// The path to open, in the folder of the pyramid.
        var opened: String
        /// The files by name.
        var files: [String: [UInt8]]
        /// The boundaries of headers, tables and directories in the files.
        var borders: [Int] = []

        /// Makes a pyramid in a temporary folder.
        init(opening name: String, borders: [Int] = [], _ make: (TemporaryFolder) throws -> Void) throws {
            let folder = try TemporaryFolder()
            try make(folder)
            opened = name
            files = try folder.files().mapValues { [UInt8]($0) }
            self.borders = borders
        }
    }

    /// The name of the format, for messages.
    let name: String
    /// The seed of the random damage.
    var seed: UInt64 = 2024
    /// The pyramids that are damaged in turn.
    let subjects: [Subject]

    /// Runs all cases.
    func run(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let temporaryFolder = try TemporaryFolder()
        var previous: String?
        try Fuzzing(name, seed: seed).run(
            prepare: { number, damage in
                if let previous { try temporaryFolder.remove(previous) }
                let folder = "case-\(number)"
                let subject = subjects[number % subjects.count]
                try lay(subject, with: &damage, in: "\(temporaryFolder.path)/\(folder)")
                previous = folder
                return (folder, subject.opened)
            }, isExpected: { $0 is StoreError || $0 is CodecError }, sourceLocation: sourceLocation
        ) { folder, opened in
            try exercise("\(temporaryFolder.path)/\(folder)/\(opened)")
            #expect(
                temporaryFolder.contents().allSatisfy { $0.hasPrefix("\(folder)/") }, sourceLocation: sourceLocation)
        }
    }

    /// Writes the files of a pyramid, one of them damaged.
    private func lay(_ subject: Subject, with damage: inout FuzzMutator, in folder: String) throws {
        let files = subject.files
        let names = files.keys.sorted()
        // Tiles are numerous and alike.
        let descriptors = names.filter { TileFormat(rawValue: String($0.split(separator: ".").last ?? "")) == nil }
        let isDescriptor = !descriptors.isEmpty && Int.random(in: 0..<8, using: &damage.random) > 0
        let victim = damage.any(of: isDescriptor ? descriptors : names)
        for name in names {
            let path = "\(folder)/\(name)"
            try FileManager.default.createDirectory(
                atPath: FilePath.parent(of: path), withIntermediateDirectories: true)
            guard let bytes = files[name], name != victim || Int.random(in: 0..<12, using: &damage.random) > 0 else {
                try layOddity(at: path, with: &damage)
                continue
            }
            let isText = bytes.prefix(512).allSatisfy { $0 < 0x80 && $0 != 0 }
            let content =
                name != victim
                ? bytes : isText ? damage.damaged(text: bytes) : damage.damaged(bytes, borders: subject.borders)
            try Data(content).write(to: URL(fileURLWithPath: path))
        }
    }

    /// Creates something other than a file with bytes.
    private func layOddity(at path: String, with damage: inout FuzzMutator) throws {
        switch Int.random(in: 0..<6, using: &damage.random) {
        case 0: break
        case 1: try Data().write(to: URL(fileURLWithPath: path))
        case 2: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        case 3: symlink(FilePath.name(of: path), path)
        case 4: mkfifo(path, 0o600)
        default:
            // A sparse file of a terabyte.
            try Data("<?xml version='1.0'?>".utf8).write(to: URL(fileURLWithPath: path))
            truncate(path, 1 << 40)
        }
    }

    /// Uses a pyramid as programs do.
    private func exercise(_ path: String) throws {
        try Pyramids.openBlocking(path)?.source.exercise(levelLimit: 8, lookLimit: 4096)
    }
}
