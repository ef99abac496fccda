import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// The viewer in a real window, with simulated input.
@Suite(
    .timeLimited, .serialized,
    .enabled(if: VirtualScreen.isAvailable, "needs Xvfb and xdotool: Tools/setup --virtual-screen"))
struct TileviewWindowTests {
    static let size = PixelSize(width: 400, height: 300)
    /// The maximum difference of a pixel of the window from the screenshot, of 255.
    ///
    /// The compositor draws both; a view that was reached in steps differs in its last digits from one that is given.
    static let tolerance = 8

    let folder: ScratchFolder
    let screen: VirtualScreen

    init() throws {
        folder = try ScratchFolder()
        screen = try VirtualScreen(PixelSize(width: 640, height: 480))
        try folder.write(TestImage.jpeg(1200, 900), to: "big.jpg")
        #expect(try BuiltTool.run(["big.jpg", "--quiet", "--format", "png"], in: folder).status == 0)
    }

    @Test func `The wheel, a drag and keys lead to views that look like screenshots of them`() throws {
        let viewer = try open("big.dzi", "--view", "600,450,1")
        try expectView("600,450,1")
        // Four notches zoom by an octave at the pointer, which is 100 pixels left of the center and 50 above it.
        try screen.runXdotool("mousemove 100 100 click 4 click 4 click 4 click 4")
        try expectView("550,425,2")
        // The image follows the pointer: 60 pixels across and 40 down.
        try screen.runXdotool("mousemove 150 200 mousedown 1 mousemove 180 210 mousemove 210 240 mouseup 1")
        try expectView("520,405,2")
        try screen.runXdotool("key r")
        try expectView("520,405,2,90")
        // Home fits the whole image and keeps its rotation.
        try screen.runXdotool("key shift+r key Home")
        try expectView(nil)
        #expect(try end(viewer) == 0)
    }

    @Test func `the brackets show other pages, each as a screenshot of it`() throws {
        let pages = [0, 1].map { page in
            TIFFFixture(width: 300, height: 200) { x, y, _ in UInt64(page == 0 ? x % 256 : y) }
        }
        try folder.write(Data(TIFFFixture.encode(pages)), to: "pages.tif")
        let viewer = try open("pages.tif")
        for (key, page) in [("bracketright", 2), ("bracketleft", 1)] {
            try screen.runXdotool("key \(key)")
            let outcome = try BuiltTool.run(
                [
                    "pages.tif", "--page", "\(page)", "--size", "400x300", "--plain", "--force", "--screenshot",
                    "view.png",
                ],
                in: folder, tool: "tileview")
            #expect(outcome.status == 0, "\(outcome.messages)")
            let expected = try PixelBuffer.read(folder("view.png"))
            try eventually("page \(page)") {
                try SnapshotDifference(screen.screenshot(Self.size), expected).greatest <= Self.tolerance ? true : nil
            }
        }
        #expect(try end(viewer) == 0)
    }

    @Test func `SIGTERM closes the window even while tiles are being loaded`() throws {
        let viewer = try open("big.dzi", "--latency", "60000")
        // As `timeout` does, which signals the process and then its group.
        for _ in 0..<3 { viewer.terminate() }
        #expect(try status(of: viewer) == 0)
        #expect(screen.window(titled: "tileview$") == nil)
    }

    @Test func `SIGTERM ends the viewer with 0 during an export that waits for tiles, and leaves no image`() throws {
        let viewer = try open(["big.dzi", "--latency", "60000"], path: folder.path)
        try screen.runXdotool("key e")
        try screen.runXdotool("key Right key Return")
        try eventually("an export") { screen.window(titled: "exporting") }
        viewer.terminate()
        #expect(try status(of: viewer) == 0)
        #expect(try !folder.names().contains { $0.hasPrefix("big-part") })
    }

    @Test func `q closes the window`() throws {
        let viewer = try open("big.dzi")
        #expect(try end(viewer) == 0)
    }

    @Test func `without a file, o opens the file that a dialog prints, whose folder the keys step through`() throws {
        try folder.write(TestImage.jpeg(300, 200), to: "photos 1.jpg")
        try folder.write(TestImage.jpeg(300, 200), to: "photos 10.jpg")
        try folder.write(TestImage.jpeg(300, 200), to: "photos 9.jpg")
        try writeDialog("printf '%s\n' '\(folder("photos 9.jpg"))'")
        let viewer = try open()
        #expect(screen.window(titled: "^tileview$") != nil)
        try screen.runXdotool("key o")
        try expectTitle("photos 9.jpg", 4, of: 5)
        try screen.runXdotool("key space")
        try expectTitle("photos 10.jpg", 5, of: 5)
        try screen.runXdotool("key BackSpace key BackSpace")
        try expectTitle("photos 1.jpg", 3, of: 5)
        try eventually("the list") { try recentFiles() == ["photos 9.jpg"] ? true : nil }
        #expect(try end(viewer) == 0)
    }

    @Test func `a dialog that is canceled changes nothing, and the window goes on while one is open`() throws {
        try writeDialog("touch '\(folder("open"))'; while test -e '\(folder("open"))'; do sleep 0.02; done; exit 1")
        let viewer = try open("big.dzi", "--view", "600,450,1")
        try screen.runXdotool("key ctrl+o")
        try eventually("the dialog") { try folder.names().contains("open") ? true : nil }
        try screen.runXdotool("key r")
        try expectView("600,450,1,90")
        try FileManager.default.removeItem(atPath: folder("open"))
        try screen.runXdotool("key shift+r")
        try expectView("600,450,1")
        #expect(try end(viewer) == 0)
    }

    @Test func `a dialog that is open when the window closes is closed`() throws {
        try writeDialog("echo $$ >'\(folder("process"))'; exec sleep 600")
        let viewer = try open("big.dzi")
        try screen.runXdotool("key o")
        let process = try eventually("the dialog") {
            pid_t((try? String(contentsOfFile: folder("process"), encoding: .utf8))?.dropLast() ?? "")
        }
        #expect(try end(viewer) == 0)
        try eventually("the end of the dialog") { kill(process, 0) != 0 ? true : nil }
    }

    @Test func `where no dialog is installed, a message says so`() throws {
        let viewer = try open(path: folder.path)
        try screen.runXdotool("key o")
        try eventually("a message") {
            String(decoding: try folder.bytes("messages"), as: UTF8.self).contains(
                "tileview: No file dialog is installed. Install zenity, kdialog or xdg-desktop-portal") ? true : nil
        }
        #expect(try end(viewer) == 0)
    }

    @Test func `the start screen opens the files that were opened last, by number and by a click`() throws {
        try folder.write(TestImage.jpeg(300, 200), to: "other/photo.jpg")
        for file in ["big.dzi", "other/photo.jpg"] {
            let viewer = try open(file)
            try eventually("the list") { try recentFiles().first == file ? true : nil }
            #expect(try end(viewer) == 0)
        }
        let viewer = try open()
        // The list is read in the background; a number without a file does nothing.
        try eventually("big.dzi") {
            try screen.runXdotool("key 2")
            return screen.window(titled: "^big.dzi")
        }
        try eventually("the list") { try recentFiles() == ["big.dzi", "other/photo.jpg"] ? true : nil }
        #expect(try end(viewer) == 0)
        let other = try open()
        try eventually("photo.jpg") {
            // The rows are in the middle of the window, below the title.
            for y in stride(from: 130, to: 230, by: 20) where screen.window(titled: "^tileview$") != nil {
                try screen.runXdotool("mousemove 200 \(y) click 1")
            }
            return screen.window(titled: " - tileview$")
        }
        #expect(try end(other) == 0)
    }

    @Test func `a folder shows its images, and a file that cannot be opened leaves the start screen`() throws {
        try folder.write(TestImage.jpeg(300, 200), to: "photos/scan 9.jpg")
        try folder.write(TestImage.jpeg(300, 200), to: "photos/scan 10.jpg")
        try folder.write(Data(), to: "photos/.hidden.jpg")
        let viewer = try open("photos")
        try expectTitle("scan 9.jpg", 1, of: 2)
        try eventually("the list") { try recentFiles() == ["photos"] ? true : nil }
        #expect(try end(viewer) == 0)
        try writeDialog("printf '%s\n' '\(folder("photos/nothing.jpg"))'")
        let other = try open()
        try screen.runXdotool("key o")
        try eventually("a message") {
            String(decoding: try folder.bytes("messages"), as: UTF8.self).contains("nothing.jpg: no such file")
                ? true : nil
        }
        #expect(screen.window(titled: "^tileview$") != nil)
        #expect(try end(other) == 0)
    }

    @Test func `on a screen with twice the pixels, the window has them, and is used as any other`() throws {
        try folder.write(Data("Xft.dpi: 192\n".utf8), to: "resources")
        let size = PixelSize(width: 600, height: 400)
        let viewer = try open("big.dzi", "--view", "600,450,1", size: "300x200", resources: "resources")
        try expectView("600,450,1", size)
        // Four notches zoom by an octave at the pointer, which is 100 pixels left of the center and 50 above it.
        try screen.runXdotool("mousemove 200 150 click 4 click 4 click 4 click 4")
        try expectView("550,425,2", size)
        #expect(try end(viewer) == 0)
    }

    @Test func `a distance and a rectangle that are drawn are kept, and shown when the image is opened again`() throws {
        let annotations = ["--annotations", "marks.geojson"]
        let viewer = try open(["big.dzi", "--view", "600,450,1"] + annotations)
        try expectView("600,450,1")
        // Below the tools, and above the message that names the file.
        try screen.runXdotool("key k mousemove 100 150 click 1 mousemove 300 150 click 1 key Return")
        try screen.runXdotool("key 7 mousemove 150 160 click 1 mousemove 250 185 click 1 key Escape key Escape")
        try expectView("600,450,1", Self.size, annotations)
        #expect(try end(viewer) == 0)
        let file = String(decoding: try folder.bytes("marks.geojson"), as: UTF8.self)
        #expect(file.contains(#""coordinates":[[500,450],[700,450]]"#) && file.contains(#""Length px":200"#))
        #expect(file.contains(#""coordinates":[[[550,460],[650,460],[650,485],[550,485],[550,460]]]"#))
        let again = try open(["big.dzi", "--view", "600,450,1"] + annotations)
        try expectView("600,450,1", Self.size, annotations)
        #expect(try end(again) == 0)
    }

    @Test func `the curtain of two images is dragged, the second one is moved, and keys compare in other ways`() throws
    {
        try folder.write(TestImage.noise(1200, 900), to: "other.jpg")
        #expect(try BuiltTool.run(["other.jpg", "--quiet", "--format", "png"], in: folder).status == 0)
        func view(_ options: String...) throws {
            try expectView("600,450,1", Self.size, ["other.dzi", "--compare"] + options)
        }
        let viewer = try open("big.dzi", "other.dzi", "--compare-by", "curtain", "--view", "600,450,1")
        try view("--compare-by", "curtain,0.5")
        try screen.runXdotool("mousemove 201 80 mousedown 1 mousemove 160 90 mousemove 101 95 mouseup 1")
        try view("--compare-by", "curtain,0.25")
        try screen.runXdotool("keydown alt mousemove 300 200 mousedown 1 mousemove 310 205 mousemove 320 190 mouseup 1")
        try screen.runXdotool("keyup alt mousemove 10 10")
        try view("--compare-by", "curtain,0.25", "--correction", "20,-10")
        try screen.runXdotool("key alt+0 key w key w key alt+g")
        try view("--compare-by", "difference,4")
        try screen.runXdotool("key w key w mousemove 300 100")
        // The pointer is marked in the first pane, so it leaves the window for the picture.
        try screen.runXdotool("mousemove 600 400")
        try view()
        #expect(try end(viewer) == 0)
    }

    @Test func `an image is laid over another one, and the view is rotated by a drag and by an angle that is typed`()
        throws
    {
        try folder.write(TestImage.noise(1200, 900), to: "other.jpg")
        #expect(try BuiltTool.run(["other.jpg", "--quiet", "--format", "png"], in: folder).status == 0)
        let viewer = try open("big.dzi", "other.dzi", "--compare-by", "curtain", "--view", "600,450,1")
        try expectView("600,450,1", Self.size, ["other.dzi", "--compare-by", "curtain,0.5"])
        try screen.runXdotool("key alt+o key alt+o key alt+period")
        try expectView("600,450,1", Self.size, ["other.dzi", "--compare-by", "overlay,0.6,multiply"])
        try screen.runXdotool("key alt+o key alt+o key alt+o")
        try expectView("600,450,1")
        // About the middle, (200, 150); with Ctrl in steps.
        try screen.runXdotool("mousemove 300 150 keydown shift keydown r mousedown 1 mousemove 290 190")
        try screen.runXdotool("keydown ctrl mousemove 205 250 mouseup 1 keyup ctrl keyup r keyup shift")
        try expectView("600,450,1,90")
        try screen.runXdotool("key alt+r")
        try screen.runXdotool("type 30")
        try screen.runXdotool("key Return")
        try expectView("600,450,1,30")
        #expect(try end(viewer) == 0)
    }

    @Test func `a place and a region are typed, exported where a dialog says, and the view is restored`() throws {
        try writeDialog("printf '%s\\n' '\(folder("chosen.png"))'")
        let viewer = try open("big.dzi")
        try screen.runXdotool("key j")
        try screen.runXdotool("type 500,400,100%")
        try screen.runXdotool("key Return")
        try expectView("500,400,1")
        try screen.runXdotool("key Return")
        try screen.runXdotool("type 470,380,60x40")
        try screen.runXdotool("key Return key e")
        try screen.runXdotool("key Tab key Tab key Return")
        try eventually("the exported file") { try folder.names().contains("chosen.png") ? true : nil }
        #expect(try PixelBuffer.read(folder("chosen.png")).size == PixelSize(width: 60, height: 40))
        // A handle of the selection, at (530, 420), is dragged; the image stays.
        try screen.runXdotool("mousemove 230 170 mousedown 1 mousemove 240 180 mousemove 260 200 mouseup 1 key Escape")
        try expectView("500,400,1")
        #expect(try end(viewer) == 0)
        let again = try open("big.dzi")
        try expectView("500,400,1")
        #expect(try end(again) == 0)
        let whole = try open("big.dzi", "--no-restore")
        try expectView(nil)
        #expect(try end(whole) == 0)
    }

    @Test func `where no dialog is installed, a message says so, and an export may be written beside the image`() throws
    {
        let viewer = try open(["big.dzi", "--view", "600,450,1"], path: folder.path)
        try screen.runXdotool("key e")
        try screen.runXdotool("key Tab key Tab key Return")
        try eventually("a message") {
            String(decoding: try folder.bytes("messages"), as: UTF8.self).contains("No file dialog is installed")
                ? true : nil
        }
        #expect(try !folder.names().contains("big-part.png"))
        try screen.runXdotool("key Right key Return")
        try eventually("the exported file") { try folder.names().contains("big-part.png") ? true : nil }
        #expect(try end(viewer) == 0)
    }

    // MARK: Running it

    /// Writes a program that takes the place of zenity.
    func writeDialog(_ command: String) throws {
        try folder.write(Data("#!/bin/sh\n\(command)\n".utf8), to: "bin/zenity")
        #expect(chmod(folder("bin/zenity"), 0o755) == 0)
    }

    /// Waits until the title names a file, its number and the number of files.
    func expectTitle(_ name: String, _ number: Int, of count: Int) throws {
        try eventually("\(name)") { screen.window(titled: "^\(name) .\(number) of \(count). - tileview$") }
    }

    /// The files that were opened last, as the viewer keeps them, below the folder of the test.
    private func recentFiles() throws -> [String] {
        guard let bytes = try? folder.bytes("state/tilekit/recent") else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
            String($0.dropFirst(folder.path.count + 1))
        }
    }

    /// Opens a window, and waits until it is visible and has the keyboard focus.
    func open(
        _ arguments: String..., size: String = "400x300", isPlain: Bool = true, hasMotion: Bool = false,
        path: String? = nil, resources: String? = nil
    ) throws -> Process {
        try open(arguments, size: size, isPlain: isPlain, hasMotion: hasMotion, path: path, resources: resources)
    }

    func open(
        _ arguments: [String], size: String = "400x300", isPlain: Bool = true, hasMotion: Bool = false,
        path: String? = nil, resources: String? = nil
    ) throws -> Process {
        let viewer = BuiltTool.process(
            arguments + ["--size", size] + (hasMotion ? [] : ["--reduced-motion"]) + (isPlain ? ["--plain"] : []),
            in: folder,
            tool: "tileview",
            shell: #"exec /usr/bin/env --default-signal=INT,HUP,TERM "$@""#)
        viewer.environment?["DISPLAY"] = screen.name
        viewer.environment?["XDG_CACHE_HOME"] = folder("cache")
        viewer.environment?["XENVIRONMENT"] = resources.map { folder($0) }
        viewer.environment?["XDG_STATE_HOME"] = folder("state")
        viewer.environment?["PATH"] = path ?? "\(folder("bin")):/usr/bin:/bin"
        try folder.write(Data(), to: "messages")
        viewer.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: folder("messages")))
        viewer.standardInput = FileHandle.nullDevice
        try viewer.run()
        let window = try eventually("a window with the program's name") { screen.window(titled: "tileview$") }
        // There is no window manager that would focus it.
        try screen.runXdotool("windowfocus --sync \(window)")
        return viewer
    }

    /// Closes the window by a key; returns the exit status, negative for a signal that ended the process.
    func end(_ viewer: Process) throws -> Int32 {
        try screen.runXdotool("key q")
        return try status(of: viewer)
    }

    /// The exit status, negative for a signal that ended the process.
    func status(of viewer: Process) throws -> Int32 {
        try eventually("the end of the viewer") { viewer.isRunning ? nil : true }
        return viewer.terminationReason == .exit ? viewer.terminationStatus : -viewer.terminationStatus
    }

    /// Waits until the window shows a view as a screenshot does; nil is the view of the whole image.
    func expectView(_ link: String?, _ size: PixelSize = size, _ arguments: [String] = []) throws {
        let outcome = try BuiltTool.run(
            ["big.dzi", "--size", "\(size.width)x\(size.height)", "--plain", "--force", "--screenshot", "view.png"]
                + (link.map { ["--view", $0] } ?? []) + arguments,
            in: folder, tool: "tileview")
        #expect(outcome.status == 0, "\(outcome.messages)")
        let expected = try PixelBuffer.read(folder("view.png"))
        try eventually("the view \(link ?? "of the whole image")") {
            try SnapshotDifference(screen.screenshot(size), expected).greatest <= Self.tolerance ? true : nil
        }
    }
}
