import Foundation
import TestLimits
import TestSupport
import Testing

@Suite(.timeLimited) struct `Shards in tilecut` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(300, 1200), to: "big.jpg")
    }

    private func run(_ arguments: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: folder)
    }

    private func object(_ outcome: BuiltTool.Outcome) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    private let silent = BuiltTool.Outcome(status: 0, output: "", messages: "")

    @Test(arguments: ["p.pmtiles", "p.dzi", "p.zip", "p.tif"])
    func `Merged shards are the pyramid of a single run`(name: String) throws {
        #expect(try run("big.jpg", "-q", "-o", "one/\(name)", "--threads", "1") == silent)
        for number in 1...3 {
            #expect(try run("cut", "big.jpg", "-q", "-o", "many/\(name)", "--shard", "\(number)/3") == silent)
        }
        #expect(try folder.names("many") == (1...3).map { "\(name).shard-\($0)-of-3" })
        #expect(try run("merge", "many/\(name)", "-q", "--remove-shards") == silent)
        #expect(try folder.names("many") == folder.names("one"))
        for file in try folder.names("one") where !file.hasSuffix("_files") {
            #expect(try folder.bytes("many/\(file)") == folder.bytes("one/\(file)"))
        }
        #expect(try run("verify", "many/\(name)", "-q") == silent)
    }

    @Test func `A dry run prints the division as JSON, and what it costs to decode`() throws {
        let outcome = try run("big.jpg", "-o", "p.dzi", "--shards", "2", "--dry-run", "--json")
        let object = try object(outcome)
        #expect(outcome.status == 0)
        #expect(object["shards"] as? Int == 2)
        #expect(object["shardLevels"] as? Int == 2)
        #expect(object["bands"] as? Int == 2)
        #expect(object["mergedLevels"] as? [Int] == [0, 1, 2, 3, 4, 5, 6, 7, 8])
        let plan = try #require(object["plan"] as? [[String: Any]])
        #expect(plan.map { $0["output"] as? String } == ["p.dzi.shard-1-of-2", "p.dzi.shard-2-of-2"])
        #expect(plan.map { $0["tiles"] as? Int } == [8 + 2 + 1, 2 + 1 + 1])
        #expect(plan.map { $0["firstRow"] as? Int } == [0, 1024])
        #expect(object["decodingSpeedup"] is Double)
        #expect(try folder.names() == ["big.jpg"])
    }

    @Test func `A shard says what it is`() throws {
        #expect(try run("big.jpg", "-q", "-o", "p.dzi", "--shard", "2/2", "--threads", "1") == silent)
        let info = try run("info", "p.dzi.shard-2-of-2")
        #expect(info.status == 0)
        #expect(
            info.output.hasPrefix(
                "p.dzi.shard-2-of-2: shard 2 of 2 of the deepzoom layout, 300×1200 pixels, jpg tiles of 256 pixels, "
                    + "overlap 0\n4 tiles, "))
        #expect(info.output.hasSuffix("; merge all shards with: tilecut merge p.dzi\n"))
        #expect(try object(run("info", "--json", "p.dzi.shard-2-of-2"))["kind"] as? String == "shard")
        let verified = try run("verify", "p.dzi.shard-2-of-2")
        #expect(verified.status == 65 && verified.messages.contains("this is a shard of a pyramid."))
    }

    @Test func `Missing and damaged shards are refused by name`() throws {
        let none = try run("merge", "p.dzi")
        #expect(none.status == 66 && none.messages.hasPrefix("tilecut: p.dzi: there are no shards of this pyramid"))
        #expect(try run("big.jpg", "-q", "-o", "p.dzi", "--shard", "1/2") == silent)
        let missing = try run("merge", "p.dzi")
        #expect(missing.status == 66)
        #expect(missing.messages.hasPrefix("tilecut: p.dzi.shard-2-of-2: shard 2 of 2 is missing."))
        try folder.write(Data([1, 2, 3]), to: "p.dzi.shard-2-of-2")
        let damaged = try run("merge", "p.dzi")
        #expect(damaged.status == 65 && damaged.messages.hasPrefix("tilecut: p.dzi.shard-2-of-2: the shard is damaged"))
        #expect(try folder.names() == ["big.jpg", "p.dzi.shard-1-of-2", "p.dzi.shard-2-of-2"])
    }

    /// Cuts a pyramid in one run, and in three shards in the folder `many`.
    private func cutShards(_ name: String) throws {
        #expect(try run("big.jpg", "-q", "-o", name) == silent)
        for number in 1...3 {
            #expect(try run("big.jpg", "-q", "-o", "many/\(name)", "--shard", "\(number)/3") == silent)
        }
    }

    @Test(arguments: ["p.pmtiles", "p.szi", "p.tif", "p.mbtiles"], [[], ["--shards", "3"]])
    func `Shards at an address are merged as files are`(name: String, options: [String]) throws {
        try cutShards(name)
        let answers = FolderAnswers(folder: folder.path)
        let server = try ScriptedServer { answers.answer(to: $0) }
        defer { server.close() }
        let outcome = try BuiltTool.run(
            ["merge", server.url("/many/\(name)?key=secret"), "-q", "-o", "remote/\(name)"] + options,
            in: folder,
            shell: #"XDG_CACHE_HOME="$PWD/cache" exec "$@""#)
        #expect(outcome == silent)
        #expect(try folder.names("remote") == [name])
        #expect(try folder.bytes("remote/\(name)") == folder.bytes(name))
    }

    @Test func `Shards that are not at an address are named without the query`() throws {
        try cutShards("p.pmtiles")
        try FileManager.default.removeItem(atPath: folder("many/p.pmtiles.shard-2-of-3"))
        let answers = FolderAnswers(folder: folder.path)
        let server = try ScriptedServer { answers.answer(to: $0) }
        defer { server.close() }
        for (name, message) in [
            ("many/p.pmtiles", "many/p.pmtiles.shard-2-of-3: shard 2 of 3 is missing."),
            (
                "p.pmtiles",
                "p.pmtiles: there are no shards of this pyramid, such as p.pmtiles.shard-1-of-4, up to 64."
            ),
        ] {
            let outcome = try BuiltTool.run(
                ["merge", server.url("/\(name)?key=secret"), "-o", "a.pmtiles"], in: folder,
                shell: #"XDG_CACHE_HOME="$PWD/cache" exec "$@""#)
            #expect(outcome.status == 66)
            #expect(outcome.messages.hasPrefix("tilecut: \(server.url("/\(message)"))"))
            #expect(!outcome.messages.contains("secret"))
        }
        #expect(try !folder.names().contains("a.pmtiles"))
    }

    @Test(arguments: ["p.pmtiles", "p.zip", "p.szi", "p.tif"])
    func `A merge is piped, or written under another name`(name: String) throws {
        try cutShards(name)
        let piped = try BuiltTool.run(
            ["merge", "many/\(name)", "-o", "-"], in: folder,
            shell: #""$@" | cat > piped; cmp piped \#(name)"#)
        #expect(piped.status == 0 && piped.output.isEmpty)
        #expect(piped.messages.contains("\(name): 300×1200 pixels"))
        #expect(try run("merge", "many/\(name)", "-q", "-o", "other/\(name)") == silent)
        #expect(try folder.bytes("other/\(name)") == folder.bytes(name))
        #expect(try folder.names("many") == (1...3).map { "\(name).shard-\($0)-of-3" })
    }

    @Test func `A folder and a database are not merged to standard output`() throws {
        for name in ["p.dzi", "p.mbtiles"] {
            try cutShards(name)
            let outcome = try run("merge", "many/\(name)", "-o", "-")
            #expect(outcome.status == 64 && outcome.output.isEmpty)
            #expect(
                outcome.messages.contains("cannot be written to standard output. Name a file or folder"))
        }
    }

    @Test(arguments: [
        (["https://example.org/p.zip"], "the pyramid cannot be written to an address."),
        (
            ["https://example.org/p.zip", "-o", "p.zip", "--remove-shards"],
            "--remove-shards is for files"
        ),
        (
            ["https://example.org/p.zip", "-o", "p.zip", "--shards", "501"],
            "--shards takes a number from 1 to 500."
        ),
        (["p.zip", "--shards", "2"], "--shards is for addresses"),
    ])
    func `Options of a merge that contradict each other are refused`(
        arguments: [String], message: String
    ) throws {
        let outcome = try BuiltTool.run(["merge"] + arguments, in: folder)
        #expect(outcome.status == 64)
        #expect(outcome.messages.hasPrefix("tilecut: \(message)"))
    }

    @Test(arguments: [
        (["--shard", "0/4"], "--shard takes the number of a shard and of all, such as 1/4; not 0/4."),
        (["--shard", "5/4"], "--shard takes the number of a shard and of all, such as 1/4; not 5/4."),
        (["--shards", "4"], "--shards only prints a plan."),
        (["--shard-levels", "2"], "--shard-levels divides nothing by itself."),
        (["--shard", "1/2", "--shards", "2", "--dry-run"], "--shard and --shards cannot be combined"),
        (["--shard", "1/2", "--reuse-levels"], "reduced images of the file cannot be used with shards"),
        (["--shard", "1/2", "--resume"], "a shard that was interrupted starts over."),
        (["--shard", "1/6"], "big.jpg: the image has only 5 rows of tiles, and each of the 6 shards needs one."),
    ])
    func `Options that contradict each other are refused`(options: [String], message: String) throws {
        let outcome = try BuiltTool.run(["big.jpg", "-o", "p.dzi"] + options, in: folder)
        #expect(outcome.status == 64)
        #expect(outcome.messages.hasPrefix("tilecut: \(message)"))
        #expect(try folder.names() == ["big.jpg"])
    }

    @Test func `A killed merge is finished by the same command, and keeps the tiles that it has`() throws {
        for number in 1...2 {
            #expect(try run("big.jpg", "-q", "-o", "p.dzi", "--tile-size", "32", "--shard", "\(number)/2") == silent)
        }
        #expect(try run("big.jpg", "-q", "-o", "whole.dzi", "--tile-size", "32") == silent)
        try killMerge("p.dzi")
        let journal = try folder.bytes("p_files.partial/tilekit-journal")
        #expect(journal.count > 1000)
        #expect(try run("merge", "p.dzi", "-q") == silent)
        #expect(try folder.tree("p_files") == folder.tree("whole_files"))
        #expect(try !folder.names().contains("p_files.partial"))

        let again = try run("merge", "p.dzi")
        #expect(again.status == 73)
        #expect(
            again.messages
                == "tilecut: p.dzi: this exists already. Replace it with --force, or choose another --output.\n")
        try killMerge("p.dzi", "--force")
        #expect(try run("merge", "p.dzi", "-q", "--force") == silent)
        #expect(try folder.tree("p_files") == folder.tree("whole_files"))
    }

    @Test func `A merge advises no option that it does not have`() throws {
        #expect(try run("big.jpg", "-q", "-o", "p.dzi", "--tile-size", "32", "--shard", "1/1") == silent)
        try killMerge("p.dzi")
        // What a cut has left is not that of the merge.
        try FileManager.default.moveItem(atPath: folder("p_files.partial"), toPath: folder("q_files.partial"))
        #expect(try run("big.jpg", "-q", "-o", "q.dzi", "--tile-size", "64", "--shard", "1/1") == silent)
        let other = try run("merge", "q.dzi")
        #expect(other.status == 73)
        #expect(
            other.messages
                == "tilecut: q_files.partial: this partial pyramid was made from another image, or the image or the options "
                + "have changed. Run the original command again, or start over with --force.\n")
        #expect(try run("merge", "q.dzi", "-q", "--force") == silent)
        #expect(try run("verify", "q.dzi", "-q") == silent)
    }

    /// Kills a merge that has recorded some tiles: its journal has an entry for each 64 that are written.
    private func killMerge(_ arguments: String...) throws {
        let faults = Faults(first: 200, calls: ["write"])
        let killed = try faults.run(["merge"] + arguments + ["-q"], in: folder)
        try #require(killed.outcome.status == -SIGKILL)
    }
}
