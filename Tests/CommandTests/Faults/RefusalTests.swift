import Foundation
import TestLimits
import Testing

/// Runs that cannot succeed, and names that belong to others, for every kind of pyramid.
@Suite(.timeLimited) struct `A run that is refused` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(300, 200), to: "a.jpg")
    }

    private func expectNothingLeft(
        _ arguments: [String], status: Int32, _ message: String, shell: String = #"exec "$@""#
    ) throws {
        let names = try folder.names()
        let outcome = try BuiltTool.run(arguments, in: folder, shell: shell)
        #expect(outcome.status == status)
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
        #expect(try folder.names() == names)
    }

    @Test(arguments: WrittenKind.all)
    func `An option that cannot be met leaves nothing`(kind: WrittenKind) throws {
        try expectNothingLeft(
            kind.cut + ["--lossless", "require", "--format", "png"], status: 64, "cannot be cut without loss")
    }

    @Test(arguments: WrittenKind.all)
    func `A truncated image leaves nothing`(kind: WrittenKind) throws {
        let bytes = try folder.bytes("a.jpg")
        try folder.write(bytes.prefix(bytes.count / 2), to: "a.jpg")
        try expectNothingLeft(kind.cut, status: 65, "a.jpg: ")
    }

    @Test(arguments: WrittenKind.all)
    func `A damaged tile of a pyramid that is converted leaves nothing`(kind: WrittenKind) throws {
        #expect(try BuiltTool.run(["a.jpg", "-q", "--tile-size", "64", "-o", "old.szi"], in: folder).status == 0)
        var bytes = try folder.bytes("old.szi")
        let tile = try #require(bytes.range(of: Data([0xFF, 0xD8, 0xFF]))?.upperBound)
        bytes[tile + 200] ^= 0xFF
        try folder.write(bytes, to: "old.szi")
        // convert takes the output as its second argument.
        try expectNothingLeft(
            ["convert", "old.szi", "-q"] + kind.output.filter { $0 != "-o" }, status: 65, "checksum is wrong")
    }

    @Test(arguments: WrittenKind.all)
    func `A folder for temporary files that cannot be used leaves nothing`(kind: WrittenKind) throws {
        // EXIF with orientation 6: the image is turned upright in a temporary file.
        let exif: [UInt8] =
            [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6]
            + [0, 0, 0, 0, 0, 0]
        let bytes = try folder.bytes("a.jpg")
        try folder.write(bytes.prefix(2) + exif + bytes.dropFirst(2), to: "a.jpg")
        try expectNothingLeft(
            kind.cut, status: 74, "Set TMPDIR to a folder with enough free space.",
            shell: #"TMPDIR=/nowhere exec "$@""#)
    }

    // MARK: Names of others

    @Test(arguments: WrittenKind.all)
    func `A link with the partial name is not followed, with --force neither`(kind: WrittenKind) throws {
        try folder.write(Data("theirs".utf8), to: "victim")
        try FileManager.default.createDirectory(atPath: folder("album"), withIntermediateDirectories: false)
        try folder.write(Data("photo".utf8), to: "album/photo")
        for target in ["victim", "album", "nowhere"] {
            try FileManager.default.createSymbolicLink(atPath: folder(kind.partial), withDestinationPath: target)
            for options in [[], ["--force"], ["--resume"], ["--resume", "--force"]] {
                try expectNothingLeft(kind.cut + options, status: 73, "\(kind.partial): ")
            }
            try FileManager.default.removeItem(atPath: folder(kind.partial))
        }
        #expect(try folder.bytes("victim") == Data("theirs".utf8))
        #expect(try folder.bytes("album/photo") == Data("photo".utf8))
    }

    @Test(arguments: WrittenKind.all)
    func `A file, a folder or a pipe with the partial name is not touched`(kind: WrittenKind) throws {
        func tryAll() throws {
            for options in [[], ["--force"], ["--resume"]] {
                try expectNothingLeft(kind.cut + options, status: 73, "\(kind.partial): ")
            }
        }
        try folder.write(Data("theirs".utf8), to: kind.partial)
        try tryAll()
        #expect(try folder.bytes(kind.partial) == Data("theirs".utf8))
        try FileManager.default.removeItem(atPath: folder(kind.partial))
        #expect(mkfifo(folder(kind.partial), 0o600) == 0)
        try tryAll()
        try FileManager.default.removeItem(atPath: folder(kind.partial))
        try FileManager.default.createDirectory(atPath: folder(kind.partial), withIntermediateDirectories: false)
        try folder.write(Data("photo".utf8), to: "\(kind.partial)/photo")
        try tryAll()
        #expect(try folder.bytes("\(kind.partial)/photo") == Data("photo".utf8))
    }

    @Test func `An image and an output folder may be reached through links`() throws {
        try FileManager.default.createDirectory(atPath: folder("disk"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: folder("out"), withDestinationPath: "disk")
        try FileManager.default.createSymbolicLink(atPath: folder("b.jpg"), withDestinationPath: "a.jpg")
        for options in [[], ["--force"]] {
            #expect(try BuiltTool.run(["b.jpg", "-q", "-o", "out"] + options, in: folder).status == 0)
            #expect(try BuiltTool.run(["b.jpg", "-q", "-o", "out/p.szi"] + options, in: folder).status == 0)
        }
        #expect(try folder.names("disk") == ["b.dzi", "b_files", "p.szi"])
    }
}
