import Foundation
import TestSupport
import TilePyramid

/// Chromium without a window, driven by the DevTools protocol.
///
/// Messages are JSON objects with a zero byte after each, over two pipes.
final class DevToolsBrowser {
    /// A message that the browser refused, or its early end.
    struct Failure: Error {
        let text: String
    }

    /// A position on the page in CSS pixels.
    typealias Point = (x: Double, y: Double)

    /// The events that the browser has reported, by their methods.
    private(set) var events: [(method: String, parameters: [String: Any])] = []

    private let folder: TemporaryFolder
    private let process = Process()
    private let commands = Pipe()
    private let answers = Pipe()
    private var received = Data()
    private var count = 0
    private var session: String?

    init() throws {
        folder = try TemporaryFolder()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // The browser reads commands from descriptor 3 and writes answers to 4.
        process.arguments =
            ["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", "sh", "timeout", "300"]
            + [HeadlessBrowser.program ?? "", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
            + ["--remote-debugging-pipe", "--user-data-dir=\(folder.path("profile"))"]
        process.standardInput = commands
        process.standardOutput = answers
        process.standardError = FileHandle.nullDevice
        try process.run()
        let target = try send("Target.createTarget", ["url": "about:blank"])
        let attached = try send("Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
        session = attached["sessionId"] as? String
        for domain in ["Page", "Runtime", "Log", "Network"] { _ = try send("\(domain).enable") }
    }

    /// Ends the browser.
    func close() {
        session = nil
        _ = try? send("Browser.close")
        process.waitUntilExit()
    }

    /// Sends a command and returns its result.
    @discardableResult
    func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        count += 1
        var message: [String: Any] = ["id": count, "method": method, "params": parameters]
        if let session { message["sessionId"] = session }
        try commands.fileHandleForWriting.write(contentsOf: JSONSerialization.data(withJSONObject: message) + [0])
        while true {
            let answer = try next()
            if answer["id"] as? Int == count {
                guard let result = answer["result"] as? [String: Any] else {
                    throw Failure(text: "\(method): \(answer)")
                }
                return result
            }
            if let method = answer["method"] as? String {
                events.append((method, answer["params"] as? [String: Any] ?? [:]))
            }
        }
    }

    private func next() throws -> [String: Any] {
        while true {
            if let end = received.firstIndex(of: 0) {
                let message = Data(received[..<end])
                received = Data(received[received.index(after: end)...])
                return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
            }
            let data = answers.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Failure(text: "the browser has ended") }
            received += data
        }
    }

    /// Shows a page on a screen, and waits until it is complete.
    func open(
        _ page: String, size: PixelSize = PixelSize(width: 800, height: 600), density: Int = 1, isPhone: Bool = false,
        reducesMotion: Bool = true, isDark: Bool = false
    ) throws {
        try setScreen(size, density: density, isPhone: isPhone)
        try send("Emulation.setTouchEmulationEnabled", ["enabled": isPhone])
        let features = [
            ["name": "prefers-reduced-motion", "value": reducesMotion ? "reduce" : "no-preference"],
            ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"],
        ]
        try send("Emulation.setEmulatedMedia", ["features": features])
        // Another page lies between, so that a new fragment loads the page again.
        try send("Page.navigate", ["url": "about:blank"])
        try send("Page.navigate", ["url": page])
        try wait(for: "document.body?.dataset.state === 'whole'")
    }

    /// Gives the page a screen of a size in points, with a number of pixels per point in each direction.
    func setScreen(_ size: PixelSize, density: Int, isPhone: Bool = false) throws {
        try send(
            "Emulation.setDeviceMetricsOverride",
            ["width": size.width, "height": size.height, "deviceScaleFactor": density, "mobile": isPhone])
    }

    /// Waits until a condition holds, which is asked at each frame.
    func wait(for condition: String) throws {
        _ = try text(
            "new Promise(done => { const look = () => \(condition) ? done('') : requestAnimationFrame(look); look(); })"
        )
    }

    /// The value of an expression as a text.
    func text(_ expression: String) throws -> String {
        let answer = try send(
            "Runtime.evaluate", ["expression": expression, "awaitPromise": true, "returnByValue": true])
        guard answer["exceptionDetails"] == nil, let result = answer["result"] as? [String: Any] else {
            throw Failure(text: "\(expression): \(answer)")
        }
        // A truth value would be printed as the number that Foundation makes of it.
        if result["type"] as? String == "boolean", let value = result["value"] as? Bool { return "\(value)" }
        return result["value"].map { "\($0)" } ?? ""
    }

    /// The view of the page: its center and its scale.
    func view() throws -> String {
        try text("`${view.x.toFixed(1)} ${view.y.toFixed(1)} ${view.scale.toFixed(3)}`")
    }

    /// The pixels of the image on the page, and its controls.
    func screenshot() throws -> String {
        try send("Page.captureScreenshot")["data"] as? String ?? ""
    }

    /// Clicks the middle of an element.
    func click(_ id: String, button: String = "left") throws {
        let box = "document.getElementById('\(id)').getBoundingClientRect()"
        let x = try Double(text("(box => box.x + box.width / 2)(\(box))")) ?? 0
        let y = try Double(text("(box => box.y + box.height / 2)(\(box))")) ?? 0
        try click((x, y), button: button)
    }

    /// Clicks a position.
    func click(_ point: Point, count: Int = 1, button: String = "left") throws {
        for type in ["mousePressed", "mouseReleased"] {
            try send(
                "Input.dispatchMouseEvent",
                ["type": type, "x": point.x, "y": point.y, "button": button, "clickCount": count])
        }
    }

    /// Presses and releases a key.
    func press(_ key: String) throws {
        let codes = ["Enter": 13, "Escape": 27]
        for type in ["keyDown", "keyUp"] {
            var parameters: [String: Any] = ["type": type, "key": key, "windowsVirtualKeyCode": codes[key] ?? 0]
            if type == "keyDown", key.count == 1 || key == "Enter" {
                parameters["text"] = key == "Enter" ? "\r" : key
            }
            try send("Input.dispatchKeyEvent", parameters)
        }
    }

    /// The time of the page in seconds.
    func now() throws -> Double {
        try Double(text("(performance.timeOrigin + performance.now()) / 1000")) ?? 0
    }

    /// Moves fingers from their positions to others in equal steps of 16 ms from a time on, and lifts them.
    func touch(from start: [Point], to end: [Point], steps: Int = 5, at begin: Double) throws {
        func send(_ type: String, _ step: Int) throws {
            let part = Double(step) / Double(max(1, steps))
            let points = zip(start, end).enumerated().map { finger, way in
                [
                    "id": Double(finger), "x": way.0.x + (way.1.x - way.0.x) * part,
                    "y": way.0.y + (way.1.y - way.0.y) * part,
                ]
            }
            try self.send(
                "Input.dispatchTouchEvent",
                [
                    "type": type, "touchPoints": type == "touchEnd" ? [] : points,
                    "timestamp": begin + Double(step) * 0.016,
                ])
        }
        try send("touchStart", 0)
        for step in 0..<steps { try send("touchMove", step + 1) }
        try send("touchEnd", steps + 1)
    }

    /// The faults of the pages: errors, messages on the console, requests that fail, and requests beyond `allowed`.
    func problems(allowing allowed: String = "file://") -> [String] {
        events.compactMap { event in
            switch event.method {
            case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded", "Network.loadingFailed":
                return "\(event.method): \(event.parameters)"
            case "Network.requestWillBeSent":
                let request = event.parameters["request"] as? [String: Any]
                let address = request?["url"] as? String ?? ""
                let isAllowed = [allowed, "data:", "about:"].contains { address.hasPrefix($0) }
                return isAllowed ? nil : "a request to \(address)"
            default: return nil
            }
        }
    }
}
