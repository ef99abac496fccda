import Foundation
import TestLimits
import Testing
import TileViewing

/// Runs every command of the README and of the articles as it is written there.
@Suite(.timeLimited) struct DocumentedCommandTests {
    /// The README and all articles, in one text.
    private static func documents() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let articles =
            FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)?
            .compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.sorted().map { "Sources/\($0)" } ?? []
        return try (["README.md"] + articles)
            .map { try String(contentsOf: root.appending(path: $0), encoding: .utf8) }.joined(separator: "\n")
    }

    /// Returns the listings of a language.
    private static func listings(_ language: String) throws -> [String] {
        try documents().components(separatedBy: "```\(language)\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
    }

    /// Returns the commands of a tool in the shell listings, each once, without comments.
    private static func commands(of tool: String) throws -> [String] {
        var known: Set<String> = []
        return try listings("sh").flatMap { listing in
            listing.split(separator: "\n").compactMap { line in
                let command = line.components(separatedBy: " #")[0].trimmingCharacters(in: .whitespaces)
                return "\(command) ".hasPrefix(tool + " ") || command.contains("| \(tool) ") ? command : nil
            }
        }.filter { known.insert($0).inserted }
    }

    @Test func `the tilecut commands succeed`() throws {
        let commands = try Self.commands(of: "tilecut")
        #expect(commands.count >= 15)
        for command in commands {
            let folder = try ScratchFolder()
            try folder.write(TestImage.jpeg(600, 400), to: "big.jpg")
            if command.contains("--mosaic") {
                for (name, west) in [("left.tif", 10), ("right.tif", 11)] {
                    let bounds = "\(west),50,\(west + 1),51"
                    #expect(
                        try BuiltTool.run(["big.jpg", "-o", name, "--bounds", bounds, "-q"], in: folder).status == 0)
                }
            } else {
                try folder.write(TestImage.jpeg(600, 400), to: "scan.tif")
            }
            if command.contains("slide.ome.tif") { try folder.write(ChannelFiles.slide, to: "slide.ome.tif") }
            if command.contains(#/(tilecut|info|verify|convert) slide\.ome\.zarr/#) {
                try folder.write(ChannelFiles.slide, to: "made.ome.tif")
                #expect(
                    try BuiltTool.run(["made.ome.tif", "-q", "-o", "slide.ome.zarr"], in: folder).status == 0)
            }
            if command.contains("scene.tif") { try folder.write(ChannelFiles.scene(), to: "scene.tif") }
            if command.contains("elevation.tif") {
                try folder.write(ChannelFiles.elevation(width: 64, height: 48) { Float($0 + $1) }, to: "elevation.tif")
            }
            if ["info", "verify", "convert"].contains(command.split(separator: " ")[1]) {
                #expect(try BuiltTool.run(["big.jpg", "--quiet"], in: folder).status == 0)
            }
            let outcome = try BuiltTool.run(
                [], in: folder, shell: #"PATH="\#(BuiltTool.folder):$PATH"; \#(command)"#)
            #expect(outcome.status == 0, "\(command): \(outcome.messages)")
        }
    }

    @Test func `the tileview commands have valid arguments, and write a screenshot`() throws {
        let commands = try Self.commands(of: "tileview")
        #expect(commands.count >= 6)
        let folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(600, 400), to: "big.jpg")
        #expect(try BuiltTool.run(["big.jpg", "--quiet"], in: folder).status == 0)
        for command in commands {
            let outcome = try BuiltTool.run(
                [], in: folder, shell: #"PATH="\#(BuiltTool.folder):$PATH"; \#(command) --size 64x48"#)
            // Without a screen, a valid command exits with 69.
            let status: Int32 = command.contains("--screenshot") ? 0 : 69
            #expect(outcome.status == status, "\(command): \(outcome.messages)")
        }
        #expect(try folder.names().contains("view.png"))
    }

    @Test func `the tileserve commands serve until SIGTERM, or sign an address`() async throws {
        let commands = try Self.commands(of: "tileserve").map { $0.hasSuffix("&") ? String($0.dropLast()) : $0 }
        #expect(commands.count >= 3)
        let folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(600, 400), to: "big.jpg")
        try folder.write(TestImage.jpeg(60, 40), to: "photo.jpg")
        try folder.write(Data("a key of thirty-two bytes or more\n".utf8), to: "key.txt")
        #expect(try BuiltTool.run(["big.jpg", "--quiet"], in: folder).status == 0)
        #expect(try BuiltTool.run(["big.jpg", "--quiet", "-o", "pyramids/big.dzi"], in: folder).status == 0)
        for command in commands {
            if command.contains(" sign ") {
                let outcome = try BuiltTool.run(
                    [], in: folder, shell: #"PATH="\#(BuiltTool.folder):$PATH"; \#(command)"#)
                #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(command): \(outcome.messages)")
                #expect(outcome.output.contains(#/^/iiif/3/big/\?expires=[0-9]+&signature=[0-9a-f]{64}\n$/#))
                continue
            }
            // The last of two equal options counts.
            let server = try RunningServer(in: folder, command: "\(command) --port 0 --cache cache")
            let page = try await server.get("/").text
            let link = try #require(page.firstMatch(of: #/href="(/iiif/3/big[^"]*)/info.json"/#)?.1, "\(command)")
            #expect(try await server.get("\(link)/info.json").type == "application/json")
            #expect(try await server.get("\(link)/full/300,/0/default.jpg").type == "image/jpeg")
            #expect(server.stop() == 0, "\(command): \(server.messages)")
        }
    }

    @Test func `the Python program cuts an image and prints the summary`() throws {
        // Those of the Python package are run by Tools/test-wheel.
        let programs = try Self.listings("python").filter { !$0.contains("import tilekit") }
        #expect(programs.count == 1)
        for program in programs {
            let folder = try ScratchFolder()
            try folder.write(TestImage.jpeg(600, 400), to: "big.jpg")
            try folder.write(Data(program.utf8), to: "cut.py")
            let outcome = try BuiltTool.run(
                [], in: folder, shell: #"PATH="\#(BuiltTool.folder):$PATH"; python3 cut.py"#)
            #expect(outcome.status == 0, "\(outcome.messages)")
            #expect(outcome.output.wholeMatch(of: #/17 tiles in [0-9.e-]+ s\n/#) != nil, "\(outcome.output)")
        }
    }

    @Test func `the table of keys is that of the viewer`() throws {
        let table = ViewerKeyBindings.standard.rows.map { "| \($0.input) | \($0.meaning) |" }.joined(separator: "\n")
        #expect(try Self.documents().contains("| key | what it does |\n|---|---|\n\(table)\n\n"))
    }

    @Test func `the tilebench cut commands succeed`() throws {
        let commands = try Self.commands(of: ".build/release/tilebench cut")
        #expect(commands.count >= 3)
        for command in commands {
            let folder = try ScratchFolder()
            // libvips makes it; as if it had been made before.
            try folder.write(TestImage.jpeg(600, 400), to: "terrain-600x400-1-p3.jpg")
            let arguments = command.split(separator: " ").dropFirst().joined(separator: " ")
            // The last of two equal options counts: a small image, generated and cut once, in the test's folder.
            let outcome = try BuiltTool.run(
                [], in: folder,
                shell:
                    "'\(BuiltTool.folder)/tilebench' \(arguments) --size 600x400 --runs 1 --folder . --python no-python"
            )
            #expect(outcome.status == 0, "\(command): \(outcome.messages)")
            #expect(outcome.output.contains("tilecut"))
        }
    }

    @Test func `the tilebench scaling commands succeed`() throws {
        let commands = try Self.commands(of: ".build/release/tilebench scaling")
        #expect(commands.count == 2)
        for command in commands {
            let arguments = command.split(separator: " ").dropFirst().joined(separator: " ")
                .replacing(#/ --size \S+/#, with: "")
            let outcome = try BuiltTool.run(
                [], in: ScratchFolder(),
                shell:
                    "'\(BuiltTool.folder)/tilebench' \(arguments) --size 300x200 --size 600x400 --runs 1 --folder .")
            #expect(outcome.status == 0, "\(command): \(outcome.messages)")
            #expect(outcome.output.contains("600×400"))
            #expect(outcome.output.contains(" s per gigapixel"))
        }
    }

    @Test(arguments: [
        ("composite", "--size 64x40 --runs 1"), ("layers", "--layers 20 --frames 2"),
        ("channels", "--size 64x40 --runs 1"),
    ])
    func `the tilebench commands for layers succeed`(command: String, few: String) throws {
        let readme = try Self.commands(of: ".build/release/tilebench \(command)")
        #expect(readme.first == ".build/release/tilebench \(command)")
        for line in readme {
            // The last of two equal options counts.
            let arguments = line.dropFirst(".build/release/tilebench ".count)
            let outcome = try BuiltTool.run(
                [], in: ScratchFolder(), shell: "'\(BuiltTool.folder)/tilebench' \(arguments) \(few)")
            #expect(outcome.status == 0, "\(outcome.messages)")
            #expect(outcome.output.split(separator: "\n").count > 4)
        }
    }

    @Test func `the tilebench flight commands succeed`() throws {
        let commands = try Self.commands(of: ".build/release/tilebench flight")
        #expect(commands.count == 2)
        let folder = try ScratchFolder()
        let flight =
            #"{"format":"tilekit-flight/1","image":{"width":600,"height":400,"tileSize":256},"#
            + #""viewport":{"width":64,"height":64},"keys":[{"t":0,"x":300,"y":200,"scale":1,"angle":0}]}"#
        try folder.write(Data(flight.utf8), to: "short.json")
        for command in commands {
            let arguments = command.split(separator: " ").dropFirst().joined(separator: " ")
            let outcome = try BuiltTool.run(
                [], in: folder, shell: "'\(BuiltTool.folder)/tilebench' \(arguments) short.json")
            #expect(outcome.status == 0, "\(command): \(outcome.messages)")
            #expect(outcome.output.contains("short.json"))
        }
    }

    @Test func `the commands that measure the viewer generate an image, cut it, open it and play a flight`() throws {
        let folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(600, 400), to: "big.jpg")
        let flight =
            #"{"format":"tilekit-flight/1","image":{"width":600,"height":400,"tileSize":256},"#
            + #""viewport":{"width":64,"height":64},"keys":[{"t":0,"x":300,"y":200,"scale":1,"angle":0}]}"#
        try folder.write(Data(flight.utf8), to: "short.json")
        func run(_ tool: String, _ options: String, count: Int) throws {
            let commands = try Self.commands(of: ".build/release/\(tool)")
            #expect(commands.count == count)
            for command in commands {
                let arguments = command.dropFirst(".build/release/".count)
                let outcome = try BuiltTool.run(
                    [], in: folder, shell: "XDG_CACHE_HOME=cache '\(BuiltTool.folder)'/\(arguments) \(options)")
                // Without a screen, a valid command that opens a window exits with 69.
                #expect(outcome.status == (tool == "tileview" ? 69 : 0), "\(command): \(outcome.messages)")
            }
        }
        // The last of two equal options counts.
        try run("tilebench make-image", "--size 600x400", count: 1)
        try run("tilecut", "--quiet", count: 1)
        try run("tilebench view", "--flight short.json --size 64x64 --runs 1 --rest 0", count: 5)
        try run("tileview", "--size 64x48", count: 1)
    }

    @Test func `the layerdemo command writes pictures`() throws {
        let command = try #require(
            Self.commands(of: ".build/release/layerdemo").first { $0.contains("--headless") })
        let arguments = command.split(separator: " ").dropFirst().joined(separator: " ")
        let folder = try ScratchFolder()
        let outcome = try BuiltTool.run(
            [], in: folder, shell: "'\(BuiltTool.folder)/layerdemo' \(arguments) --scale 0.5")
        let names = ["analog-clock-0.png", "analog-clock-1250.png", "analog-clock-2750.png"]
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
        #expect(outcome.output.split(separator: "\n").first == "./analog-clock-0.png: 160×120 pixels")
        #expect(try folder.names() == names)
        #expect(try folder.bytes(names[0]) != folder.bytes(names[1]))
    }
}
