import TestLimits
import Testing
import TilePyramid

@testable import ChannelImages

@Suite(.timeLimited) struct ImageJMetadataTests {
    /// Metadata in a byte order: the letters of each type, and its entries.
    private func encoded(_ types: [(String, [[UInt8]])], isBigEndian: Bool) -> (bytes: [UInt8], counts: [Int]) {
        func ordered(_ bytes: [UInt8]) -> [UInt8] { isBigEndian ? bytes : bytes.reversed() }
        var header = ordered(Array("IJIJ".utf8))
        for (letters, entries) in types {
            header +=
                ordered(Array(letters.utf8)) + ordered([0, 0, UInt8(entries.count >> 8), UInt8(entries.count & 255)])
        }
        let entries = types.flatMap(\.1)
        return (header + entries.joined(), [header.count] + entries.map(\.count))
    }

    private func text(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 255)]
            return isBigEndian ? bytes : bytes.reversed()
        }
    }

    private func doubles(_ numbers: [Double], isBigEndian: Bool) -> [UInt8] {
        numbers.flatMap { number in
            let bytes = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number.bitPattern >> $0) }
            return isBigEndian ? bytes : bytes.reversed()
        }
    }

    /// A lookup table whose index 255 has these components.
    private func ramp(_ red: Int, _ green: Int, _ blue: Int) -> [UInt8] {
        [red, green, blue].flatMap { last in (0..<256).map { UInt8(last * $0 / 255) } }
    }

    private func metadata(isBigEndian: Bool, names: [String]) -> (bytes: [UInt8], counts: [Int]) {
        encoded(
            [
                ("info", [text("a = b\n", isBigEndian: isBigEndian)]),
                ("labl", names.map { text($0, isBigEndian: isBigEndian) }),
                ("rang", [doubles([1.5, 300, 0, 65535, 9, 2], isBigEndian: isBigEndian)]),
                ("luts", [ramp(255, 0, 0), ramp(0, 255, 128), ramp(0, 0, 255).reversed()]),
                ("roi ", [[1, 2, 3]]),
            ], isBigEndian: isBigEndian)
    }

    private func description(channels: Int, sections: Int = 1) -> ChannelImageDescription {
        var description = ChannelImageDescription(
            levels: [PixelSize(width: 4, height: 3)], sampleType: .uint16,
            channels: [ChannelDescription](repeating: ChannelDescription(), count: channels))
        description.sectionCount = sections
        return description
    }

    @Test(arguments: [true, false])
    func `ranges, colors, labels and text are read in both byte orders`(isBigEndian: Bool) throws {
        let (bytes, counts) = metadata(isBigEndian: isBigEndian, names: ["DAPI\nfile", " GFP ", "µ"])
        let metadata = try #require(ImageJMetadata(bytes, byteCounts: counts))
        #expect(metadata.info == "a = b\n" && metadata.labels == ["DAPI\nfile", " GFP ", "µ"])
        #expect(metadata.ranges == [1.5...300, 0...65535, nil] && metadata.lookupTables.count == 3)
        var stated = description(channels: 3)
        metadata.apply(to: &stated)
        #expect(stated.channels.map(\.name) == ["DAPI", "GFP", "µ"])
        #expect(stated.channels.map(\.displayRange) == [1.5...300, 0...65535, nil])
        // The reversed table leads from red to black.
        #expect(
            stated.channels.map(\.color) == [
                ChannelColor(red: 255, green: 0, blue: 0), ChannelColor(red: 0, green: 255, blue: 128), nil,
            ])
        #expect(stated.channels.map { $0.colormap == nil } == [true, true, false])
        #expect(stated.channels[2].colormap?.colors[0] == ChannelColor(red: 255, green: 0, blue: 0))
    }

    @Test func `labels name channels only if each has one plane, and not all the same`() throws {
        let (bytes, counts) = metadata(isBigEndian: true, names: ["a", "b", "c"])
        let metadata = try #require(ImageJMetadata(bytes, byteCounts: counts))
        func names(_ metadata: ImageJMetadata, channels: Int, sections: Int) -> [String?] {
            var stated = description(channels: channels, sections: sections)
            metadata.apply(to: &stated)
            return stated.channels.map(\.name)
        }
        #expect(names(metadata, channels: 1, sections: 3) == [nil])
        #expect(names(metadata, channels: 2, sections: 1) == [nil, nil])
        #expect(names(metadata, channels: 4, sections: 1) == [nil, nil, nil, nil])
        let (same, sizes) = self.metadata(isBigEndian: true, names: ["cells.tif", "cells.tif"])
        #expect(names(try #require(ImageJMetadata(same, byteCounts: sizes)), channels: 2, sections: 1) == [nil, nil])
    }

    @Test func `every shorter or damaged form is read without harm`() {
        let (bytes, counts) = metadata(isBigEndian: false, names: ["a", "b", "c"])
        for length in 0..<bytes.count {
            #expect(ImageJMetadata(Array(bytes.prefix(length)), byteCounts: counts) == nil)
        }
        for length in 0..<counts.count - 1 {
            #expect(ImageJMetadata(bytes, byteCounts: Array(counts.prefix(length))) == nil)
        }
        for index in counts.indices {
            for size in [-1, Int.min, Int.max, 1 << 40] {
                var wrong = counts
                wrong[index] = size
                #expect(ImageJMetadata(bytes, byteCounts: wrong) == nil)
            }
        }
        // The byte of each number of entries, and any other.
        for index in bytes.indices.prefix(counts[0]) {
            var wrong = bytes
            wrong[index] = 255
            _ = ImageJMetadata(wrong, byteCounts: counts)
        }
    }

    @Test func `odd sizes of entries lose their ends`() throws {
        let (bytes, counts) = encoded(
            [
                ("labl", [[], [0], [0, 65, 0]]), ("rang", [[], [1, 2, 3], Array(repeating: 0, count: 23)]),
                ("luts", [[1]]),
            ],
            isBigEndian: true)
        let metadata = try #require(ImageJMetadata(bytes, byteCounts: counts))
        #expect(metadata.labels == ["", "", "A"] && metadata.ranges == [0...0] && metadata.lookupTables.isEmpty)
    }
}
