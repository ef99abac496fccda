import TestLimits
import Testing
import TilePyramid

@testable import ChannelImages

@Suite(.timeLimited) struct ImageJDescriptionTests {
    private static let hyperstack = """
        ImageJ=1.53t
        images=30
        channels=3
        slices=5
        frames=2
        hyperstack=true
        mode=composite
        unit=\\u00B5m
        finterval=0.5
        spacing=-1.5
        loop=false
        min=100.5
        max=4000
        vunit=Gray Value

        """

    private func description(_ type: SampleType, channels: Int) -> ChannelImageDescription {
        ChannelImageDescription(
            levels: [PixelSize(width: 4, height: 3)], sampleType: type,
            channels: [ChannelDescription](repeating: ChannelDescription(), count: channels))
    }

    @Test func `a hyperstack has channels, sections and time points in this order`() throws {
        let stack = try #require(ImageJDescription(Self.hyperstack))
        #expect(stack.channelCount == 3 && stack.sectionCount == 5 && stack.timeCount == 2 && stack.planeCount == 30)
        #expect(stack.mode == .composite && stack.displayRange == 100.5...4000 && stack.frameInterval == 0.5)
        #expect(stack.position(of: ChannelPlane()) == 0 && stack.position(of: ChannelPlane(channel: 1)) == 1)
        #expect(stack.position(of: ChannelPlane(channel: 2, section: 4, time: 1)) == 29)
        #expect(stack.position(of: ChannelPlane(section: 1)) == 3 && stack.position(of: ChannelPlane(time: 1)) == 15)
        #expect(
            stack.position(of: ChannelPlane(channel: 3)) == nil && stack.position(of: ChannelPlane(time: -1)) == nil)
        #expect(stack.isContiguous(directoryCount: 1) && !stack.isContiguous(directoryCount: 30))
    }

    @Test func `it is applied to a description, without the range that only one channel has`() throws {
        let stack = try #require(ImageJDescription(Self.hyperstack))
        var stated = description(.uint16, channels: 1)
        stack.apply(to: &stated)
        #expect(stated.channels.count == 3 && stated.sectionCount == 5 && stated.timeCount == 2)
        #expect(stated.channels.allSatisfy { $0.displayRange == nil && $0.unit == "Gray Value" && $0.isVisible })
    }

    @Test func `one channel has the stated range and calibration`() throws {
        let text = "ImageJ=1.54f\nmin=0.0\nmax=255.0\ncf=0\nc0=-32768.0\nc1=2.0\nvunit=K\nmode=grayscale\n"
        let single = try #require(ImageJDescription(text))
        #expect(single.mode == .gray && single.planeCount == 1 && !single.isContiguous(directoryCount: 1))
        var stated = description(.uint16, channels: 1)
        single.apply(to: &stated)
        #expect(stated.channels[0].displayRange == 0...255 && stated.channels[0].unit == "K")
        #expect(stated.channels[0].offset == -32768 && stated.channels[0].scale == 2)
        // The three colors of a photograph are not a hyperstack.
        var colors = description(.uint8, channels: 3)
        single.apply(to: &colors)
        #expect(colors.channels.count == 3 && colors.channels[0].displayRange == nil)
    }

    @Test func `the unit is that of the resolution`() throws {
        let stack = try #require(ImageJDescription(Self.hyperstack))
        #expect(stack.unit == "µm" && stack.sectionSpacing == 1.5)
        #expect(stack.pixelSpacing(xResolution: 2, yResolution: 4) == .init(x: 0.5, y: 0.25, z: 1.5))
        #expect(stack.pixelSpacing(xResolution: 2, yResolution: nil) == .init(x: 0.5, y: 0.5, z: 1.5))
        #expect(stack.pixelSpacing(xResolution: 0, yResolution: 4) == nil)
        #expect(stack.pixelSpacing(xResolution: nil, yResolution: nil) == nil)
        for (unit, size) in [("micron", 0.5), ("um", 0.5), ("mm", 500), ("pixel", nil), ("", nil)]
            as [(String, Double?)]
        {
            let image = try #require(ImageJDescription("ImageJ=1.11a\nunit=\(unit)\n"))
            #expect(image.pixelSpacing(xResolution: 2, yResolution: 2)?.x == size)
        }
    }

    @Test func `planes are sections if the counts disagree`() throws {
        func counts(_ lines: String) throws -> [Int] {
            let stack = try #require(ImageJDescription("ImageJ=1.11a\n" + lines))
            return [stack.channelCount, stack.sectionCount, stack.timeCount]
        }
        #expect(try counts("images=7") == [1, 7, 1])
        #expect(try counts("images=7\nslices=7") == [1, 7, 1])
        #expect(try counts("images=7\nframes=7") == [1, 1, 7])
        #expect(try counts("images=7\nchannels=2\nslices=3") == [1, 7, 1])
        #expect(try counts("channels=2\nslices=3") == [2, 3, 1])
        #expect(try counts("images=6\nchannels=2\r\nslices=3") == [2, 3, 1])
    }

    @Test(arguments: [
        "images=1099511627776\nchannels=1099511627776", "channels=1000000", "images=-5\nframes=-5", "slices=0",
        "frames=x",
        "images=9999999999999999999999", "channels=1024\nslices=1048577",
        "spacing\n=\n==\nmin=nan\nmax=inf\nc1=0\ncf=0",
        "min=5\nmax=4",
    ])
    func `numbers that cannot be are left out`(lines: String) throws {
        let stack = try #require(ImageJDescription("ImageJ=1.11a\n" + lines))
        #expect(stack.planeCount == 1 && stack.displayRange == nil && stack.calibration == nil)
    }

    @Test func `other descriptions, and the end of very long ones, are not read`() throws {
        #expect(["", "imagej=1", " ImageJ=1", "<OME/>", "ImageJ"].allSatisfy { ImageJDescription($0) == nil })
        let long = "ImageJ=1\nimages=2\nslices=2\ninfo=" + String(repeating: "x", count: 1 << 20) + "\nunit=mm\n"
        let stack = try #require(ImageJDescription(long))
        #expect(stack.sectionCount == 2 && stack.unit == nil)
    }
}
