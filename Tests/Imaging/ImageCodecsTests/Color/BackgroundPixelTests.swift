import PixelKernels
import TestLimits
import Testing

@testable import ImageCodecs

@Suite(.timeLimited) struct BackgroundPixelTests {
    @Test(
        arguments: [
            (PixelLayout(.rgb), [10, 200, 30]), (PixelLayout(.rgb, .sixteen), [10, 10, 200, 200, 30, 30]),
            (PixelLayout(.gray), [124]), (PixelLayout(.gray, .sixteen), [124, 124]),
            (PixelLayout(.rgba), [0, 0, 0, 0]), (PixelLayout(.grayAlpha), [0, 0]),
        ] as [(PixelLayout, [UInt8])])
    func `a background pixel has the color, its luma, or is transparent`(layout: PixelLayout, pixel: [UInt8]) {
        #expect(RGBColor(red: 10, green: 200, blue: 30).backgroundPixel(layout) == pixel)
    }

    @Test func `red has the luma and chroma of JPEG`() {
        #expect(RGBColor(red: 255, green: 0, blue: 0).yCbCr == [76, 85, 255])
    }
}
