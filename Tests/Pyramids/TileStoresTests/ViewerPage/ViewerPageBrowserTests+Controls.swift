import Foundation
import Georeferencing
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileStores

/// Buttons, keys, fingers and links, in a browser that is driven.
extension ViewerPageBrowserTests {
    /// A frame of 400×400 points on a phone.
    private static let phone = PixelSize(width: 400, height: 400)

    /// Runs a test in a browser, and expects that the pages cause no errors and no requests elsewhere.
    private func drive(_ body: (DevToolsBrowser) throws -> Void) throws {
        let browser = try DevToolsBrowser()
        defer { browser.close() }
        try body(browser)
        #expect(browser.problems() == [])
    }

    @Test func `buttons and keys zoom, move, go home and show the help`() throws {
        let page = try address(make(.deepZoom, .png).page.path)
        try drive { browser in
            try browser.open(page)
            #expect(try browser.view() == "257.5 150.0 1.000")
            for (id, view) in [
                ("zoom-in", "257.5 150.0 1.500"), ("zoom-out", "257.5 150.0 1.000"), ("zoom-in", "257.5 150.0 1.500"),
                ("home", "257.5 150.0 1.000"),
            ] {
                try browser.click(id)
                #expect(try browser.view() == view, "\(id)")
            }
            // By the keyboard, buttons are used as buttons are.
            for (id, view) in [("zoom-in", "257.5 150.0 1.500"), ("home", "257.5 150.0 1.000")] {
                _ = try browser.text("document.getElementById('\(id)').focus()")
                try browser.press("Enter")
                #expect(try browser.view() == view, "\(id)")
            }
            for (key, view) in [
                ("+", "257.5 150.0 1.500"), ("-", "257.5 150.0 1.000"), ("ArrowLeft", "137.5 150.0 1.000"),
                ("=", "137.5 150.0 1.500"), ("ArrowDown", "137.5 230.0 1.500"), ("1", "137.5 230.0 1.000"),
                ("Home", "257.5 150.0 1.000"),
            ] {
                try browser.press(key)
                #expect(try browser.view() == view, "\(key)")
            }
            try browser.press("?")
            #expect(try browser.text("help.open") == "true")
            try browser.press("+")
            #expect(try browser.view() == "257.5 150.0 1.000")
            try browser.press("Escape")
            #expect(try browser.text("help.open") == "false")
            try browser.click("show-help")
            _ = try browser.text("help.querySelector('form button').click()")
            try browser.wait(for: "!help.open")
            try browser.click("full-screen")
            try browser.wait(for: "document.fullscreenElement !== null")
            try browser.wait(for: "document.getElementById('full-screen').ariaPressed === 'true'")
            let names = try browser.text(
                "[...document.querySelectorAll('button')].every(button => button.ariaLabel || button.textContent)")
            #expect(names == "true")
        }
    }

    @Test func `a link restores the view exactly, and the address follows the view`() throws {
        let page = try address(make(.xyz, .png).page.path)
        try drive { browser in
            try browser.open(page)
            #expect(try browser.text("location.hash").isEmpty)
            _ = try browser.text("showAt(301.23456, 149.98765, 2.3456789)")
            try browser.wait(for: "location.hash !== ''")
            try browser.wait(for: "document.body.dataset.state === 'whole'")
            let link = try browser.text("location.hash")
            #expect(link == "#x=301.235&y=149.988&zoom=2.3457")
            let view = try browser.text("JSON.stringify(view)")
            let picture = try browser.screenshot()
            try browser.open(page + link)
            #expect(try browser.text("JSON.stringify(view)") == view)
            #expect(try browser.screenshot() == picture)
            _ = try browser.text("location.hash = '#x=100&y=200&zoom=4'")
            try browser.wait(for: "view.x === 100 && view.y === 200 && view.scale === 4")
            // The form of older pages.
            _ = try browser.text("location.hash = '#30,40,0.75'")
            try browser.wait(for: "view.x === 30 && view.y === 40 && view.scale === 0.75")
            // Home has the address of the page alone.
            try browser.click("home")
            try browser.wait(for: "location.hash === ''")
        }
    }

    @Test func `the overview follows the view, and moves it`() throws {
        let page = try address(make(.zoomify, .png).page.path)
        try drive { browser in
            try browser.open(page)
            #expect(try browser.text("overview.className").contains("whole"))
            try browser.open(page + "#x=30&y=40&zoom=8")
            #expect(try !browser.text("overview.className").contains("whole"))
            try browser.click("overview", button: "right")
            #expect(try browser.view() == "30.0 40.0 8.000")
            try browser.click("overview")
            #expect(try browser.view() == "257.5 150.0 8.000")
            // Nothing but the image is shown without controls.
            try browser.open(page + "?alone#controls=none")
            #expect(try browser.text("getComputedStyle(overview).display") == "none")
            #expect(try browser.text("getComputedStyle(document.getElementById('buttons')).display") == "grid")
            #expect(try browser.text("document.getElementById('buttons').offsetParent === null") == "true")
        }
    }

    @Test func `another number of pixels per point gives the page a sharp canvas without another size`() throws {
        let page = try address(make(.deepZoom, .png).page.path)
        try drive { browser in
            let size = PixelSize(width: 400, height: 300)
            try browser.open(page, size: size)
            for density in [2, 3, 2] {
                try browser.setScreen(size, density: density)
                // Chromium tells a page of its screen with the next picture.
                _ = try browser.screenshot()
                try browser.wait(for: "canvas.width === \(400 * density) && canvas.height === \(300 * density)")
            }
        }
    }

    @Test func `fingers pinch about their middle, tap twice, and a drag coasts`() throws {
        let page = try address(make(.deepZoom, .png).page.path) + "#x=250&y=150&zoom=2"
        try drive { browser in
            try browser.open(page, size: Self.phone, density: 2, isPhone: true)
            // The point between the fingers, (200, 150) in the image, stays where it is.
            try browser.touch(from: [(100, 200), (200, 200)], to: [(50, 200), (250, 200)], at: browser.now())
            #expect(try browser.view() == "225.0 150.0 4.000")
            let first = try browser.now()
            for delay in [0, 0.1] {
                try browser.touch(from: [(200, 200)], to: [(200, 200)], steps: 0, at: first + delay)
            }
            #expect(try browser.view() == "225.0 150.0 8.000")
            // Half a pixel in a millisecond, which decreases to 1/e in 325 ms.
            for (reducesMotion, places) in [(true, 269.99...270.01), (false, 347.9...351.3)] {
                try browser.open(page, size: Self.phone, density: 2, isPhone: true, reducesMotion: reducesMotion)
                try browser.touch(from: [(200, 200)], to: [(180, 200)], at: browser.now())
                try browser.wait(for: "document.body.dataset.state === 'whole' && motion === null")
                let x = try #require(try Double(browser.text("view.x")))
                #expect(places.contains(x), "\(x)")
            }
        }
    }

    @Test func `a map shows coordinates and kilometers`() throws {
        var target = PyramidTarget(.xyz)
        // The world has a side of 1024 pixels; its middle is at (256, 256) in the image.
        target.georeference = Georeference(
            zoom: 4, bounds: GeoBounds(west: -90, south: -15, east: 91, north: 66, crs: .wgs84))
        let page = try address(make(.xyz, .png, origin: PixelOffset(x: 256, y: 256), target: target).page.path)
        try drive { browser in
            try browser.open(page + "#x=256&y=256&zoom=1")
            try browser.send("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": 400, "y": 300])
            try browser.wait(for: "!document.getElementById('coordinates').hidden")
            #expect(try browser.text("document.getElementById('coordinates').textContent") == "0.0° N  0.0° E")
            #expect(try browser.text("document.getElementById('scale-bar').textContent") == "5000 km")
        }
    }

    @Test func `a page without its tiles says which folders are missing, unlike one without a single tile`() throws {
        let files = FileManager.default
        let browser = try DevToolsBrowser()
        defer { browser.close() }
        let message = "document.getElementById('missing').textContent"

        let beside = try make(.deepZoom, .png).page.path
        let tiles = "\(beside.dropLast(".html".count))_files"
        // The first tile that is requested.
        try files.removeItem(atPath: "\(tiles)/6/0_0.png")
        try browser.open(address(beside))
        #expect(try browser.text(message).isEmpty)
        try files.removeItem(atPath: tiles)
        try browser.open(address(beside))
        try browser.wait(for: "\(message) !== ''")
        let folder = try #require(tiles.split(separator: "/").last)
        #expect(
            try browser.text(message) == "The tiles are missing: the folder \(folder) must lie beside this page.")
        #expect(try browser.text("document.getElementById('missing').getAttribute('role')") == "status")

        let inside = try make(.xyz, .png).page.path
        let pyramid = inside.dropLast("/index.html".count)
        for name in try files.contentsOfDirectory(atPath: String(pyramid)) where Int(name) != nil {
            try files.removeItem(atPath: "\(pyramid)/\(name)")
        }
        try browser.open(address(inside))
        try browser.wait(for: "\(message) !== ''")
        #expect(try browser.text(message).hasPrefix("The tiles are missing: their folders, such as "))
        #expect(try browser.text("getComputedStyle(document.querySelector('#missing p')).display") != "none")
    }

    @Test func `in a frame, the wheel scrolls the page around it until the image is clicked`() throws {
        let page = try make(.google, .png).page.path
        let name = try #require(page.split(separator: "/").last.map(String.init))
        let outer = page.dropLast(name.count) + "outer.html"
        // The page in the frame says when it is complete.
        let text = """
            <!doctype html><body style="margin:0;height:3000px">
            <script>addEventListener("message", () => { document.body.dataset.state = "whole"; });</script>
            <iframe width="600" height="400" src="\(name)"></iframe>
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: String(outer)))
        try drive { browser in
            try browser.open(address(String(outer)))
            let wheel: [String: Any] = ["type": "mouseWheel", "x": 300, "y": 200, "deltaX": 0, "deltaY": 60]
            try browser.send("Input.dispatchMouseEvent", wheel)
            try browser.wait(for: "scrollY === 60")
            _ = try browser.text("scrollTo(0, 0)")
            try browser.click((300, 200))
            try browser.send("Input.dispatchMouseEvent", wheel)
            let scrolled = try browser.text(
                "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(scrollY))))")
            #expect(scrolled == "0")
        }
    }
}
