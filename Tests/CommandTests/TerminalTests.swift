import Foundation
import TestLimits
import Testing

@Suite(.timeLimited) struct `Progress on a terminal` {
    @Test func `One line is redrawn, and cleared at the end`() throws {
        let folder = try ScratchFolder()
        try folder.write(TestImage.noise(1000, 800), to: "big.jpg")
        // script of util-linux runs a command on a pseudo-terminal.
        let outcome = try BuiltTool.run(
            ["big.jpg", "-v"], in: folder, shell: #"TERM=xterm exec script -qec "stty columns 40; $*" /dev/null"#)
        #expect(outcome.status == 0)
        let parts = outcome.output.replacing("\r\n", with: "\n").components(separatedBy: "\r\u{1B}[K")
        #expect(parts.count >= 3)
        #expect(parts.first?.hasPrefix("tilecut: big.jpg: JPEG, 1000×800 pixels") == true)
        for part in parts.dropFirst().dropLast() {
            #expect(
                part.wholeMatch(of: #/big.jpg: [0-9]{1,2} %.*/#) != nil
                    || part.wholeMatch(of: #/[0-9]{1,2} %.*/#) != nil)
            #expect(part.count < 40)
        }
        #expect(parts.last?.hasPrefix("big.dzi: 1000×800 pixels, ") == true)
    }
}
