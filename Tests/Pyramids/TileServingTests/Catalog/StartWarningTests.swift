import Foundation
import TestLimits
import TestSupport
import Testing

@testable import TileServing

/// The lines about files and folders that a server writes when it starts.
@Suite(.timeLimited) struct StartWarningTests {
    private let served: ServedFolder

    init() throws {
        served = try ServedFolder()
    }

    @Test func `a folder without images is named`() {
        #expect(
            served.handler().warnings() == [
                "\(served.folder.path): warning: no images and no pyramids are in this folder. Name the folder that has them."
            ])
    }

    @Test func `files that are not images are named, at most ten of them`() throws {
        try served.addImage("a.png", 4, 3)
        try served.folder.write(Data("notes".utf8), to: "b.jpg")
        try served.folder.write(Data(), to: "c.tif")
        let end = "Get it again from its source"
        #expect(
            served.handler().warnings() == [
                "\(served.folder.path)/b.jpg: warning: its first bytes are not those of an image. \(end), or leave it out.",
                "\(served.folder.path)/c.tif: warning: this file is empty. \(end).",
            ])
        for number in 10..<20 { try served.folder.write(Data(), to: "\(number).png") }
        let lines = served.handler().warnings()
        #expect(lines.count == 11 && lines.last == "warning: the same holds for 2 more.")
    }
}
