import Foundation
import TestSupport
import Testing

extension TileviewWindowTests {
    @Test(arguments: UInt64(1)...8)
    func `after any input, the window comes to rest: its thread is not woken for a frame any more`(seed: UInt64) throws
    {
        try folder.write(TestImage.jpeg(300, 200), to: "other.jpg")
        let viewer = try open("big.dzi", "other.jpg", isPlain: false, hasMotion: true, path: folder.path)
        try screen.runXdotool(RandomWindowInput(seed: seed).commands())
        // Nothing is typed, held or pointed at afterwards, but whatever was opened stays open.
        var former: [Substring] = []
        var looksAtRest = 0
        try eventually("rest after the input of seed \(seed)", interval: 20) {
            let found = try switches(of: viewer)
            looksAtRest = found == former ? looksAtRest + 1 : 0
            former = found
            return looksAtRest >= 50
        }
        viewer.terminate()
        #expect(try status(of: viewer) == 0)
    }

    /// The number of times that a process's first thread, which presents the frames, has begun to wait or was interrupted.
    private func switches(of process: Process) throws -> [Substring] {
        let path = "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/status"
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter {
            $0.contains("ctxt_switches")
        }
    }
}

/// A user who does anything with the keyboard, the pointer and the wheel, but does not close the window.
private struct RandomWindowInput {
    private var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// The keys that the viewer knows, but for `q`.
    private static let keys =
        "abcdefghijklmnoprstuvwxyz".map(String.init) + (0...9).map(String.init)
        + [
            "Return", "Escape", "Tab", "Delete", "BackSpace", "space", "Home", "End", "Prior", "Next", "Menu", "F1",
            "F5",
        ]
        + [
            "Left", "Right", "Up", "Down", "plus", "minus", "question", "bracketleft", "bracketright", "comma",
            "period",
        ]

    /// Eighty actions, as commands of xdotool, after which nothing is held.
    func commands() -> String {
        var input = self
        let actions = (0..<80).map { _ in input.action() }
        return (actions + ["mouseup 1 mouseup 2 mouseup 3 mousemove 600 440"]).joined(separator: " ")
    }

    private mutating func action() -> String {
        let place = "mousemove \(Int.random(in: 0..<400, using: &random)) \(Int.random(in: 0..<300, using: &random))"
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4:
            let modifier = ["", "", "", "shift+", "alt+"].randomElement(using: &random) ?? ""
            return "key \(modifier)\(Self.keys.randomElement(using: &random) ?? "r")"
        case 4..<6: return place
        case 6: return "\(place) click \([1, 1, 1, 2, 3].randomElement(using: &random) ?? 1)"
        case 7: return "\(place) click \(Int.random(in: 4...7, using: &random)) click 4"
        case 8: return "mousedown 1 \(place)"
        default: return "mouseup 1 \(place)"
        }
    }
}
