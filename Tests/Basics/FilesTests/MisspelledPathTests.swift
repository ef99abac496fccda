import Foundation
import TestLimits
import TestSupport
import Testing

@testable import Files

@Suite(.timeLimited) struct MisspelledPathTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Data([1]), to: "IMG_1.JPG")
        try folder.write(Data([1]), to: "Grün.tif")
    }

    @Test(arguments: [("img_1.jpg", "IMG_1.JPG"), ("Img_1.Jpg", "IMG_1.JPG"), ("GRÜN.TIF", "Grün.tif")])
    func `the file whose name differs in case only is found`(typed: String, meant: String) {
        #expect(MisspelledPath.differingInCase(from: folder.path(typed)) == folder.path(meant))
    }

    @Test(arguments: ["img_2.jpg", "img_1", "", "missing/IMG_1.JPG", "IMG_1.JPG/IMG_1.JPG"])
    func `nothing is found for another name and in another folder`(typed: String) {
        #expect(MisspelledPath.differingInCase(from: folder.path(typed)) == nil)
    }

    @Test func `a link to nothing is not meant by its own name`() throws {
        try folder.link("a.jpg", to: "nothing")
        #expect(MisspelledPath.differingInCase(from: folder.path("a.jpg")) == nil)
    }
}
