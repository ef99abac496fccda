import Foundation
import TestSupport
import Testing
import VectorDrawing

extension TileviewWindowTests {
    @Test func `images have the colors of the display's profile, or those of sRGB with --no-display-profile`() throws {
        let red = PNGFixture(width: 600, height: 450) { _, _, channel in channel == 0 ? 255 : 0 }
        try folder.write(Data(red.encoded()), to: "red.png")
        try screen.setDisplayProfile(ProfileFixture.exchangedSRGB.bytes)
        func expectColor(red: ClosedRange<UInt32>, green: ClosedRange<UInt32>, _ description: String) throws {
            try eventually(description) {
                let pixel = try screen.screenshot(Self.size)[200, 150]
                let isExpected = red.contains(pixel >> 16 & 255) && green.contains(pixel >> 8 & 255)
                return isExpected && pixel & 255 < 8 ? true : nil
            }
        }
        // On a display with red and green exchanged, red is the green channel.
        let viewer = try open("red.png")
        try expectColor(red: 0...8, green: 247...255, "a picture in the display's colors")
        #expect(try end(viewer) == 0)
        let plain = try open("red.png", "--no-display-profile")
        try expectColor(red: 247...255, green: 0...8, "a picture in the colors of sRGB")
        #expect(try end(plain) == 0)
    }
}
