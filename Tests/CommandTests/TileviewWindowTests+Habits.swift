import Foundation
import LayerTree
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// The keys, buttons and gestures that users of other viewers know.
extension TileviewWindowTests {
    @Test func `keys and the side buttons of a mouse turn files that fit, and arrows pan one that is zoomed in`()
        throws
    {
        try writePhotos()
        let viewer = try open("photos/1.jpg")
        try expectTitle("1.jpg", 1, of: 3)
        let steps = [
            ("key Right", 2), ("key Next", 3), ("key Left", 2), ("key Prior", 1), ("key Tab", 2), ("key shift+Tab", 1),
            ("key ctrl+End", 3), ("key ctrl+Home", 1), ("mousemove 200 150 click 9", 2), ("click 8", 1),
            ("key alt+Right", 2), ("key alt+Left", 1),
        ]
        for (input, number) in steps {
            try screen.runXdotool(input)
            try expectTitle("\(number).jpg", number, of: 3)
        }
        try screen.runXdotool("key 4")
        #expect(try copiedView() == LinkedView(x: 150, y: 200, zoom: 4))
        // A tap pans for a moment.
        try screen.runXdotool("key Right")
        try expectView("on the right") { $0.x > 150 && $0.y == 200 && $0.zoom == 4 }
        try screen.runXdotool("key Left key Left key Left")
        try expectView("on the left") { $0.x < 150 && $0.y == 200 && $0.zoom == 4 }
        try expectTitle("1.jpg", 1, of: 3)
        try screen.runXdotool("key 0 key Right")
        try expectTitle("2.jpg", 2, of: 3)
        #expect(try end(viewer) == 0)
    }

    @Test func `keys zoom with Ctrl, fit the width, delete no file, and close the file and then the window`() throws {
        try writePhotos()
        let viewer = try open("photos/1.jpg")
        try expectTitle("1.jpg", 1, of: 3)
        try screen.runXdotool("key ctrl+1")
        #expect(try copiedView() == LinkedView(x: 150, y: 200, zoom: 1))
        try screen.runXdotool("key ctrl+plus")
        try expectView("larger") { $0.zoom > 1 }
        try screen.runXdotool("key ctrl+1 key ctrl+minus")
        try expectView("smaller") { $0.zoom < 1 }
        try screen.runXdotool("key End")
        #expect(try abs(copiedView().zoom - 4 / 3) < 0.001)
        try screen.runXdotool("key ctrl+0")
        #expect(try copiedView() == LinkedView(x: 150, y: 200, zoom: 0.75))
        // Beyond the whole image.
        try screen.runXdotool("key ctrl+minus key ctrl+minus")
        try expectView("smaller than the window") { $0.zoom < 0.6 }
        let files = try folder.tree("photos")
        try screen.runXdotool("key Delete")
        try expectMessage("Nothing is selected to delete. The viewer never removes a file.")
        try screen.runXdotool("key ctrl+w")
        try expectTitle("^tileview$")
        try screen.runXdotool("key ctrl+w")
        #expect(try status(of: viewer) == 0)
        #expect(try folder.tree("photos") == files)
    }

    @Test func `a few pixels are enlarged until they fill half the window`() throws {
        try folder.write(Data(PNGFixture(width: 3, height: 2) { x, y, _ in 100 * x + 50 * y }.encoded()), to: "few.png")
        let viewer = try open("few.png")
        try expectTitle("^few.png")
        try screen.runXdotool("key ctrl+1")
        #expect(try copiedView() == LinkedView(x: 1.5, y: 1, zoom: 1))
        try screen.runXdotool("mousemove 200 150 click --delay 1 --repeat 40 4")
        #expect(try abs(copiedView().zoom - 200 / 3) < 0.001)
        #expect(try end(viewer) == 0)
    }

    @Test func `wheels to the side and the middle button pan, and double clicks fit a photo or show its actual size`()
        throws
    {
        let viewer = try open("big.dzi", "--view", "600,450,2")
        try expectView("600,450,2")
        try screen.runXdotool("mousemove 200 150")
        let start = LinkedView(x: 600, y: 450, zoom: 2)
        let shifted = { (button: Int) in "keydown shift click \(button) keyup shift" }
        for (there, back) in [("click 7", "click 6"), (shifted(5), shifted(4))] {
            try screen.runXdotool(there)
            let view = try copiedView()
            #expect(view.x > 600 && view.y == 450 && view.zoom == 2, "\(there)")
            try screen.runXdotool(back)
            #expect(try copiedView() == start, "\(back)")
        }
        try screen.runXdotool("mousemove 150 200 mousedown 2 mousemove 180 210 mousemove 210 240 mouseup 2")
        #expect(try copiedView() == LinkedView(x: 570, y: 430, zoom: 2))
        // A pyramid is enlarged, about the pointer.
        try doubleClick(x: 200, y: 150, from: 2, to: 4)
        #expect(try end(viewer) == 0)
        let photo = try open("big.jpg")
        try expectTitle("^big.jpg")
        try doubleClick(x: 200, y: 150, from: 0.333333, to: 1)
        try doubleClick(x: 100, y: 100, from: 1, to: 0.333333)
        #expect(try end(photo) == 0)
    }

    /// Clicks twice, until the zoom is another one: if xdotool waits between the clicks, they are two single ones.
    private func doubleClick(x: Int, y: Int, from zoom: Double, to expected: Double) throws {
        try screen.runXdotool("mousemove \(x) \(y)")
        let reached = try eventually("another zoom") {
            try screen.runXdotool("click 1 click 1")
            let view = try copiedView()
            return view.zoom == zoom ? nil : view.zoom
        }
        #expect(reached == expected)
    }

    @Test func `a key shows the next background, and full screen is black`() throws {
        try writePhotos()
        let viewer = try open("photos/1.jpg")
        try expectTitle("1.jpg", 1, of: 3)
        // Beside the image, which is in the middle.
        for (name, color) in [("dark", 0x1F1F1F), ("black", 0), ("gray", 0x808080), ("white", 0xFFFFFF)] {
            try screen.runXdotool("key shift+b")
            try expectMessage("Background: \(name)")
            try expectColor(UInt32(color), x: 20, y: 150)
        }
        try screen.runXdotool("key f")
        try expectColor(0, x: 20, y: 150)
        try screen.runXdotool("key Escape")
        try expectColor(0xFFFFFF, x: 20, y: 150)
        try screen.runXdotool("key shift+b")
        try eventually("squares") {
            let pixels = try screen.screenshot(Self.size)
            return Set((50..<250).map { pixels[20, $0] }).count == 2
        }
        #expect(try end(viewer) == 0)
    }

    @Test func `a folder is sorted by a key, shown by itself, as a filmstrip and as a grid`() throws {
        try writePhotos()
        let viewer = try open("photos/1.jpg", "--slideshow", "0.5")
        try expectTitle("1.jpg", 1, of: 3)
        // The last of three thumbnails of 64 points in the middle of the lower edge.
        try screen.runXdotool("key shift+f")
        try eventually("the last file") {
            try screen.runXdotool("mousemove 270 250 click 1")
            return screen.window(titled: "^3.jpg .3 of 3. - tileview$")
        }
        // The grid begins with the file that is shown.
        try screen.runXdotool("key shift+f key shift+t key Left key Return")
        try expectTitle("2.jpg", 2, of: 3)
        try screen.runXdotool("key shift+t key Escape key Left")
        try expectTitle("1.jpg", 1, of: 3)
        // By name, date, size and name again.
        for number in [3, 2, 1] {
            try screen.runXdotool("key shift+n")
            try expectTitle("1.jpg", number, of: 3)
        }
        // After the last file comes the first one, so that no file is missed.
        try screen.runXdotool("key shift+s")
        for name in ["2.jpg", "3.jpg", "1.jpg"] { try expectTitle("^\(name) ") }
        try screen.runXdotool("key shift+s")
        try expectMessage("The slideshow has ended.")
        #expect(try end(viewer) == 0)
    }

    @Test func `a path and the address of a server are typed, and all images of the server are shown`() throws {
        try writePhotos()
        let served = try ScratchFolder()
        for name in ["a.jpg", "b.jpg"] { try served.write(TestImage.jpeg(300, 200), to: name) }
        let server = try RunningServer([served.path], in: served)
        let viewer = try open()
        try type("\(folder("photos/2.jpg"))", after: "ctrl+l")
        try expectTitle("2.jpg", 2, of: 3)
        try type("\(server.address)/", after: "ctrl+l")
        try expectTitle("^a.dzi .1 of 2. - tileview$")
        try screen.runXdotool("key Right")
        try expectTitle("^b.dzi .2 of 2. - tileview$")
        try type("gopher://example.org/", after: "ctrl+l")
        try screen.runXdotool("key Escape")
        try copiedLink()
        #expect(try end(viewer) == 0)
        #expect(server.stop() == 0)
    }

    /// Types a text into the field that a key opens, and confirms it.
    private func type(_ text: String, after key: String) throws {
        try screen.runXdotool("key \(key)")
        try screen.runXdotool("type '\(text)'")
        try screen.runXdotool("key Return")
    }

    @Test func `four images are shown two by two, and keys show one less and one more`() throws {
        let colors: [UInt32] = [0xC82828, 0x28A03C, 0x2850C8, 0xC8C828]
        for (index, color) in colors.enumerated() {
            let image = PNGFixture(width: 400, height: 300) { _, _, channel in Int(color >> (16 - 8 * channel) & 255) }
            try folder.write(Data(image.encoded()), to: "\(index).png")
        }
        let viewer = try open("0.png", "1.png", "2.png", "3.png", "--compare", "--background", "black")
        let middles = [(100, 75), (300, 75), (100, 225), (300, 225)]
        for (color, middle) in zip(colors, middles) { try expectColor(color, x: middle.0, y: middle.1) }
        try screen.runXdotool("key alt+shift+w")
        try expectColor(0, x: 300, y: 225)
        for (color, middle) in zip(colors, middles).dropLast() { try expectColor(color, x: middle.0, y: middle.1) }
        try screen.runXdotool("key alt+w")
        try expectColor(colors[3], x: 300, y: 225)
        #expect(try copiedLink().contains("1.png"))
        #expect(try end(viewer) == 0)
    }

    @Test func `the statistics of the view and the profile of a line are panels, and the line does not pan`() throws {
        let viewer = try open("big.dzi", "--view", "600,450,1", isPlain: true)
        try expectView("600,450,1")
        let image = try screen.screenshot(Self.size)
        for key in ["y", "shift+y"] {
            try screen.runXdotool("key \(key)")
            try expectChange(since: image, "a panel")
            try screen.runXdotool("key \(key)")
            try expectPicture(image, "the image without the panel")
        }
        try screen.runXdotool("key shift+y mousemove 100 60 mousedown 1 mousemove 200 80 mousemove 300 90 mouseup 1")
        #expect(try copiedView() == LinkedView(x: 600, y: 450, zoom: 1))
        // The line is removed, and then the panel; drags pan again.
        try screen.runXdotool("key Escape key Escape")
        try expectPicture(image, "the image without the line")
        try screen.runXdotool("mousemove 100 60 mousedown 1 mousemove 120 60 mousemove 160 60 mouseup 1")
        #expect(try copiedView() == LinkedView(x: 540, y: 450, zoom: 1))
        #expect(try end(viewer) == 0)
    }

    @Test func `an export asks, and quitting while it runs asks`() throws {
        let viewer = try open(["big.dzi", "--latency", "60000"], path: folder.path)
        try screen.runXdotool("key ctrl+e key Escape")
        try copiedLink()
        #expect(try !folder.names().contains { $0.hasPrefix("big-part") })
        try screen.runXdotool("key e key Return key e key Right key Return")
        try eventually("an export") { screen.window(titled: "exporting") }
        // Escape goes on, and what answers afterwards has not been closed.
        try screen.runXdotool("key q key Escape")
        try copiedLink()
        #expect(screen.window(titled: "^big.dzi.* - exporting") != nil)
        // Letters answer nothing; the second answer is to quit.
        try screen.runXdotool("key q key q key y key Right key Return")
        try eventually("the end of the window") { screen.window(titled: "tileview$") == nil }
        // The tiles that are being read, each for a minute, are not waited for.
        #expect(try status(of: viewer) == 0)
        #expect(try !folder.names().contains { $0.hasPrefix("big-part") })
    }

    @Test func `a key file changes keys, Ctrl with s saves the view, and the menu quits`() throws {
        try folder.write(Data("q none\ns none\nCtrl+k close\nz copy-link\nx no-such-command\n".utf8), to: "keys")
        let viewer = try open("big.dzi", "--keys", "keys")
        try expectMessage("keys:5: there is no command \"no-such-command\".")
        try screen.runXdotool("key q key s")
        try copiedLink()
        #expect(try !folder.names().contains("big-view.png"))
        try screen.runXdotool("key ctrl+s")
        try eventually("the saved view") { try folder.names().contains("big-view.png") }
        try expectMessage("View saved:")
        #expect(try PixelBuffer.read(folder("big-view.png")).size == Self.size)
        let count = try messages().count
        try screen.runXdotool("key z")
        try eventually("a link") { try messages().dropFirst(count).contains { $0.contains("Copied: tileview") } }
        try screen.runXdotool("key ctrl+k")
        #expect(try status(of: viewer) == 0)
        let other = try open("big.dzi")
        // The last item of the menu.
        try screen.runXdotool("mousemove 200 150 key Menu key Up key Return")
        #expect(try status(of: other) == 0)
    }

    /// Writes three photos that fit: by name 1, 2, 3, by date 3, 2, 1, and by size 2, 1, 3.
    private func writePhotos() throws {
        for (number, height) in [(1, 400), (2, 300), (3, 500)] {
            let name = "photos/\(number).jpg"
            try folder.write(TestImage.jpeg(300, height), to: name)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000 - 1000 * Double(number))],
                ofItemAtPath: folder(name))
        }
    }
}
