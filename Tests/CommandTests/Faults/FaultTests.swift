import Foundation
import TestLimits
import Testing

/// What a cut leaves that ends before its time, and what the next runs make of it, for every kind of pyramid.
@Suite(.timeLimited) struct `A cut that fails` {
    static let image = Result { try TestImage.noise(128, 96) }

    /// The files of a finished pyramid, and the operations of the run that wrote it.
    private struct Whole {
        var tree: [String: Data]
        var names: [String]
        var calls: [String]
    }

    private func scratch() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(Self.image.get(), to: "a.jpg")
        return folder
    }

    private func whole(_ arguments: [String], after first: [String]? = nil, calls: [String] = []) throws -> Whole {
        let folder = try scratch()
        if let first { #expect(try BuiltTool.run(first, in: folder).status == 0) }
        let run = try Faults(calls: calls).run(arguments, in: folder)
        #expect(run.outcome == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        return Whole(tree: try folder.tree("."), names: try folder.names(), calls: run.calls)
    }

    /// The numbers of some of the operations, from 1: all of the last ones, which finish the pyramid.
    private func points(_ count: Int, limit: Int = 10) -> [Int] {
        guard count > limit else { return Array(1...max(1, count)) }
        let last = limit * 2 / 3
        let spread = (0..<limit - last).map { 1 + $0 * (count - last) / (limit - last) }
        return spread + Array(count - last + 1...count)
    }

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

    private func expect(_ folder: ScratchFolder, equals whole: Whole, _ point: Comment) throws {
        #expect(try folder.names() == whole.names, point)
        #expect(try folder.tree(".") == whole.tree, point)
    }

    // MARK: Killed

    @Test(arguments: WrittenKind.all)
    func `Killed at any operation, it is finished byte for byte by the runs that its messages name`(
        kind: WrittenKind
    ) throws {
        let whole = try whole(kind.cut)
        for number in points(whole.calls.count) {
            let point = Comment(rawValue: "killed before: \(whole.calls[number - 1])")
            let folder = try scratch()
            #expect(try Faults.kill(at: number).run(kind.cut, in: folder).outcome.status == -SIGKILL, point)
            try finish(kind.cut, in: folder, point)
            try expect(folder, equals: whole, point)
        }
    }

    @Test(arguments: WrittenKind.all)
    func `Killed while it replaces a pyramid, it is finished by the same command with --resume`(
        kind: WrittenKind
    ) throws {
        let (old, new) = (kind.cut + ["--quality", "30"], kind.cut + ["--force"])
        let whole = try whole(new, after: old)
        for number in points(whole.calls.count) {
            let point = Comment(rawValue: "killed before: \(whole.calls[number - 1])")
            let folder = try scratch()
            #expect(try BuiltTool.run(old, in: folder).status == 0)
            #expect(try Faults.kill(at: number).run(new, in: folder).outcome.status == -SIGKILL, point)
            try expectSuccess(new + ["--resume"], in: folder, point)
            try expect(folder, equals: whole, point)
        }
    }

    @Test(arguments: WrittenKind.folders)
    func `Killed while it discards an interrupted pyramid, nothing of that is taken for its own`(
        kind: WrittenKind
    ) throws {
        let old = kind.cut + ["--quality", "30"]
        let room = try whole(old, calls: ["write"]).calls.count - 4
        func interrupted() throws -> ScratchFolder {
            let folder = try scratch()
            let full = Faults(first: room, code: ENOSPC, calls: ["write"])
            #expect(try full.run(old, in: folder).outcome.status == 74)
            #expect(try folder.names() == ["a.jpg", kind.partial])
            return folder
        }
        let whole = try whole(kind.cut)
        let calls = try Faults().run(kind.cut + ["--force"], in: interrupted()).calls
        for number in points(calls.count - whole.calls.count + 4) {
            let point = Comment(rawValue: "killed before: \(calls[number - 1])")
            let folder = try interrupted()
            #expect(try Faults.kill(at: number).run(kind.cut + ["--force"], in: folder).outcome.status == -SIGKILL)
            try finish(number % 2 == 0 ? old : kind.cut, in: folder, point)
            try expectSuccess(kind.cut + ["--force"], in: folder, point)
            try expect(folder, equals: whole, point)
        }
    }

    // MARK: Full and read-only disks

    @Test(arguments: WrittenKind.all)
    func `On a disk that becomes full, it leaves what --resume finishes, or nothing`(kind: WrittenKind) throws {
        let whole = try whole(kind.cut, calls: ["create", "write"])
        for number in points(whole.calls.count, limit: 4) {
            let point = Comment(rawValue: "full before: \(whole.calls[number - 1])")
            let folder = try scratch()
            let full = Faults(first: number, code: ENOSPC, calls: ["create", "write"])
            let outcome = try full.run(kind.cut, in: folder).outcome
            #expect(outcome.status == 74, point)
            #expect(outcome.messages.contains(#/No space left on device|disk is full/#), "\(point) \(outcome.messages)")
            #expect(outcome.messages.contains("Free some space "), point)
            let leftovers = try folder.names().filter { $0 != "a.jpg" }
            if WrittenKind.files.contains(where: { $0.output == kind.output }) { #expect(leftovers == [], point) }
            #expect(leftovers.isEmpty || outcome.messages.contains("--resume"), point)
            try expectSuccess(kind.cut + ["--resume"], in: folder, point)
            try expect(folder, equals: whole, point)
        }
    }

    @Test(arguments: WrittenKind.all)
    func `Beyond the limit of a file's size, it leaves nothing if no tile fits`(kind: WrittenKind) throws {
        let folder = try scratch()
        // Bash counts in units of 1024 bytes.
        let outcome = try BuiltTool.run(kind.cut, in: folder, shell: #"ulimit -f 2; exec "$@""#)
        #expect(outcome.status == 74)
        #expect(try folder.names() == ["a.jpg"])
        #expect(try BuiltTool.run(kind.cut, in: folder).status == 0)
        try expect(folder, equals: whole(kind.cut), "")
    }

    @Test(arguments: WrittenKind.all)
    func `In a folder that may not be written to, it leaves nothing`(kind: WrittenKind) throws {
        for code in [EROFS, EACCES] {
            let folder = try scratch()
            let outcome = try Faults(first: 1, code: code).run(kind.cut, in: folder).outcome
            #expect(outcome.status == 73)
            #expect(outcome.messages.contains(String(cString: strerror(code))), "\(outcome.messages)")
            #expect(try folder.names() == ["a.jpg"])
        }
    }

    @Test(arguments: WrittenKind.all)
    func `On a disk that becomes read-only, it can be finished once that is over`(kind: WrittenKind) throws {
        let whole = try whole(kind.cut)
        for number in points(whole.calls.count, limit: 4) {
            let point = Comment(rawValue: "read-only before: \(whole.calls[number - 1])")
            let folder = try scratch()
            let outcome = try Faults(first: number, code: EROFS).run(kind.cut, in: folder).outcome
            #expect([0, 73, 74].contains(outcome.status), point)
            try finish(kind.cut, in: folder, point)
            try expect(folder, equals: whole, point)
        }
    }

    // MARK: Changes from outside

    /// SZI archives are left out: they contain the date, as their format demands.
    @Test(arguments: WrittenKind.all.filter { $0.partial != "p.szi.partial" })
    func `The clock has no influence on what is written or continued`(kind: WrittenKind) throws {
        let whole = try whole(kind.cut, calls: ["write"])
        let folder = try scratch()
        let (past, future) = (-400_000_000, 400_000_000)
        let full = Faults(first: whole.calls.count - 1, code: ENOSPC, calls: ["write"], clockShift: past)
        #expect(try full.run(kind.cut, in: folder).outcome.status == 74)
        #expect(try Faults(clockShift: future).run(kind.cut + ["--resume"], in: folder).outcome.status == 0)
        try expect(folder, equals: whole, "")
    }

    @Test(arguments: WrittenKind.folders)
    func `An image with other bytes, but the same size and date, is not continued with`(kind: WrittenKind) throws {
        let room = try whole(kind.cut, calls: ["write"]).calls.count - 1
        let folder = try scratch()
        let image = try Self.image.get()
        // Bytes after the end of a JPEG change nothing that would be noticed while it is decoded.
        try folder.write(image + [1], to: "a.jpg")
        #expect(
            try Faults(first: room, code: ENOSPC, calls: ["write"]).run(kind.cut, in: folder).outcome.status == 74)
        var status = stat()
        #expect(stat(folder("a.jpg"), &status) == 0)
        for (last, expected) in [(UInt8(2), Int32(73)), (1, 0)] {
            try folder.write(image + [last], to: "a.jpg")
            #expect(utimensat(AT_FDCWD, folder("a.jpg"), [status.st_atim, status.st_mtim], 0) == 0)
            let outcome = try BuiltTool.run(kind.cut + ["--resume"], in: folder)
            #expect(outcome.status == expected, "\(outcome.messages)")
            #expect(
                expected == 0 || outcome.messages.contains(": this partial pyramid was made from another image, or "))
        }
    }
}
