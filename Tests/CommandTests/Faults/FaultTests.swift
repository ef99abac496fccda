import Foundation
import TestLimits
import Testing

/// The files that an interrupted cut leaves, and the results of the next runs, for every kind of pyramid.
@Suite(.timeLimited) struct `A cut that fails` {
    // MARK: Killed

    @Test(arguments: WrittenKind.all)
    func `Killed at any operation, it is finished byte for byte by the runs that its messages name`(
        kind: WrittenKind
    ) throws {
        let whole = try WholeCut.of(kind)
        for number in whole.points(limit: kind.isFolder ? 8 : 5) {
            let point = Comment(rawValue: "killed before: \(whole.calls[number - 1])")
            let folder = try ScratchFolder.withImage()
            #expect(try Faults.kill(at: number).run(kind.cut, in: folder).outcome.status == -SIGKILL, point)
            try finish(kind.cut, in: folder, point)
            try expect(folder, equals: whole, point)
        }
    }

    @Test(arguments: WrittenKind.exemplary)
    func `Killed while it replaces a pyramid, it is finished by the same command with --resume`(
        kind: WrittenKind
    ) throws {
        let old = try WholeCut.of(kind.coarser)
        let new = kind.cut + ["--force"]
        var whole = try WholeCut.of(kind)
        whole.calls = try Faults().run(new, in: ScratchFolder(old.files)).calls
        for number in whole.points() {
            let point = Comment(rawValue: "killed before: \(whole.calls[number - 1])")
            let folder = try ScratchFolder(old.files)
            #expect(try Faults.kill(at: number).run(new, in: folder).outcome.status == -SIGKILL, point)
            try expectSuccess(new + ["--resume"], in: folder, point)
            try expect(folder, equals: whole, point)
        }
    }

    @Test(arguments: WrittenKind.folders)
    func `Killed while it discards an interrupted pyramid, nothing of that is taken for its own`(
        kind: WrittenKind
    ) throws {
        let old = kind.coarser
        let new = kind.cut + ["--force"]
        let interrupted = try ScratchFolder.withImage()
        let full = Faults(first: try WholeCut.of(old).calls("write").count - 4, code: ENOSPC, calls: ["write"])
        #expect(try full.run(old.cut, in: interrupted).outcome.status == 74)
        #expect(try interrupted.names() == ["a.jpg", kind.partial])
        let files = try interrupted.tree(".")
        var run = WholeCut(files: files, calls: try Faults().run(new, in: ScratchFolder(files)).calls)
        // The last of them write the new pyramid.
        run.calls.removeLast(try WholeCut.of(kind).calls.count - 4)
        for number in run.points() {
            let point = Comment(rawValue: "killed before: \(run.calls[number - 1])")
            let folder = try ScratchFolder(files)
            #expect(try Faults.kill(at: number).run(new, in: folder).outcome.status == -SIGKILL, point)
            let next = number % 2 == 0 ? old : kind
            try finish(next.cut, in: folder, point)
            try expect(folder, equals: WholeCut.of(next), point)
        }
    }

    // MARK: Full and read-only disks

    @Test(arguments: WrittenKind.all)
    func `On a disk that becomes full, it leaves what --resume finishes, or nothing`(kind: WrittenKind) throws {
        let whole = try WholeCut.of(kind)
        var writing = whole
        writing.calls = whole.calls("create", "write")
        for number in writing.points(limit: 3) {
            let point = Comment(rawValue: "full before: \(writing.calls[number - 1])")
            let folder = try ScratchFolder.withImage()
            let full = Faults(first: number, code: ENOSPC, calls: ["create", "write"])
            let outcome = try full.run(kind.cut, in: folder).outcome
            #expect(outcome.status == 74, point)
            #expect(outcome.messages.contains(#/No space left on device|disk is full/#), "\(point) \(outcome.messages)")
            #expect(outcome.messages.contains("Free some space "), point)
            let leftovers = try folder.names().filter { $0 != "a.jpg" }
            if !kind.isFolder { #expect(leftovers == [], point) }
            #expect(leftovers.isEmpty || outcome.messages.contains("--resume"), point)
            try expectSuccess(kind.cut + ["--resume"], in: folder, point)
            try expect(folder, equals: whole, point)
        }
    }

    @Test(arguments: WrittenKind.all)
    func `Beyond the limit of a file's size, it leaves nothing if no tile fits`(kind: WrittenKind) throws {
        let folder = try ScratchFolder.withImage()
        // Bash counts in units of 1024 bytes.
        let outcome = try BuiltTool.run(kind.cut, in: folder, shell: #"ulimit -f 2; exec "$@""#)
        #expect(outcome.status == 74)
        #expect(try folder.names() == ["a.jpg"])
    }

    @Test(arguments: WrittenKind.all)
    func `In a folder that may not be written to, it leaves nothing`(kind: WrittenKind) throws {
        let folder = try ScratchFolder.withImage()
        let outcome = try Faults(first: 1, code: EACCES).run(kind.cut, in: folder).outcome
        #expect(outcome.status == 73)
        #expect(outcome.messages.contains(String(cString: strerror(EACCES))), "\(outcome.messages)")
        #expect(try folder.names() == ["a.jpg"])
    }

    @Test(arguments: WrittenKind.exemplary)
    func `On a disk that becomes read-only, it can be finished once that is over`(kind: WrittenKind) throws {
        let whole = try WholeCut.of(kind)
        for number in whole.points(limit: 3) {
            let point = Comment(rawValue: "read-only before: \(whole.calls[number - 1])")
            let folder = try ScratchFolder.withImage()
            let outcome = try Faults(first: number, code: EROFS).run(kind.cut, in: folder).outcome
            #expect([0, 73, 74].contains(outcome.status), point)
            #expect(outcome.status == 0 || outcome.messages.contains(String(cString: strerror(EROFS))), point)
            try finish(kind.cut, in: folder, point)
            try expect(folder, equals: whole, point)
        }
    }

    // MARK: Changes from outside

    /// SZI archives are left out: they contain the date, as their format demands.
    @Test(arguments: WrittenKind.all.filter { $0.partial != "p.szi.partial" })
    func `The clock has no influence on what is written or continued`(kind: WrittenKind) throws {
        let folder = try ScratchFolder.withImage()
        let past = -400_000_000
        let future = 400_000_000
        if kind.isFolder {
            let room = try WholeCut.of(kind).calls("write").count - 1
            let full = Faults(first: room, code: ENOSPC, calls: ["write"], clockShift: past)
            #expect(try full.run(kind.cut, in: folder).outcome.status == 74)
        }
        #expect(try Faults(clockShift: future).run(kind.cut + ["--resume"], in: folder).outcome.status == 0)
        try expect(folder, equals: WholeCut.of(kind), "")
    }

    @Test func `An image with other bytes, but the same size and date, is not continued with`() throws {
        let kind = WrittenKind.folders[0]
        let full = Faults(first: try WholeCut.of(kind).calls("write").count - 1, code: ENOSPC, calls: ["write"])
        let folder = try ScratchFolder.withImage()
        // Bytes after the end of a JPEG change nothing that would be noticed while it is decoded.
        try folder.writeImage(followedBy: [1])
        #expect(try full.run(kind.cut, in: folder).outcome.status == 74)
        for (last, expected) in [(UInt8(2), Int32(73)), (1, 0)] {
            try folder.writeImage(followedBy: [last])
            let outcome = try BuiltTool.run(kind.cut + ["--resume"], in: folder)
            #expect(outcome.status == expected, "\(outcome.messages)")
            #expect(
                expected == 0 || outcome.messages.contains(": this partial pyramid was made from another image, or "))
        }
    }

    // MARK: Runs after the one that failed

    /// Runs the command again, with the option that the message of the last run names, until it succeeds.
    private func finish(_ arguments: [String], in folder: ScratchFolder, _ point: Comment) throws {
        var options: [String] = []
        for _ in 0..<3 {
            let outcome = try BuiltTool.run(arguments + options, in: folder)
            if outcome.status == 0 { return }
            #expect(outcome.status == 73, point)
            #expect(outcome.messages.split(separator: "\n").count == 1, point)
            let advice = ["--resume", "--force"].first { outcome.messages.contains($0) && !options.contains($0) }
            options = [try #require(advice, point)]
        }
        Issue.record(point)
    }

    private func expectSuccess(_ arguments: [String], in folder: ScratchFolder, _ point: Comment) throws {
        let outcome = try BuiltTool.run(arguments, in: folder)
        #expect(outcome.status == 0, "\(point) \(outcome.messages)")
    }

    private func expect(_ folder: ScratchFolder, equals whole: WholeCut, _ point: Comment) throws {
        #expect(try folder.names() == whole.names, point)
        #expect(try folder.tree(".") == whole.files, point)
    }
}
