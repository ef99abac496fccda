import Georeferencing
import ImageCodecs
import TilePyramid

@testable import ImageMetadata

extension FuzzTarget {
    /// Headers and metadata of images, which are parsed without a library.
    static let metadata = [
        FuzzTarget(name: "image-header", hasHeader: { ImageFormats.standard.size(of: $0) != nil }) { input, accept in
            if ImageFormats.standard.size(of: input) != nil { accept() }
            if try PixelPitch.millimeters(of: .bytes(input, name: "case")) != nil { accept() }
        },
        FuzzTarget(name: "jpeg-segments", hasHeader: { $0.withUnsafeBytes { JPEGSegments($0) } != nil }) {
            input, accept in
            guard let segments = input.withUnsafeBytes({ JPEGSegments($0) }) else { return }
            accept()
            _ = JPEGSegments.inserting(profile: [1, 2, 3], into: input)
            _ = JPEGGainMap.isPresent(in: ImageBytes(input))
            for isRGB in [false, true] {
                let channels = segments.components.count
                _ = JPEGSegments.standalone(input, tables: input, channels: channels, isRGB: isRGB)
                _ = JPEGSegments.standalone(input, tables: [], channels: channels, isRGB: isRGB)
            }
        },
        FuzzTarget(name: "multi-picture", longestInput: 512, hasHeader: { !otherImages($0).isEmpty }) { input, accept in
            let offsets = otherImages(input)
            if !offsets.isEmpty { accept() }
            precondition(offsets.count <= 16 && offsets.allSatisfy { $0 > listOffset }, "other images follow the list")
        },
        FuzzTarget(name: "tiff-directory", hasHeader: { firstDirectory($0) != nil }) { input, accept in
            let bytes = ImageBytes(input)
            guard let header = TIFFHeader(bytes.read(at: 0, count: 8)) else { return }
            for page in 0..<4 {
                guard let directory = TIFFDirectory(page: page, read: bytes.read) else { break }
                accept()
                for tag in 250..<350 {
                    guard let tag = TIFFTag(rawValue: tag) else { continue }
                    _ = directory.values(tag)
                    _ = directory.integer(tag)
                }
            }
            let reader = TIFFByteReader(header, size: input.count, read: { bytes.read(at: $0, count: $1) }) {
                CodecError(.damaged, file: "case", $0)
            }
            _ = TIFFPageList(bytes)
            // Any text is tried as a value.
            _ = NodataValue(String(decoding: input.dropFirst(8).prefix(40), as: UTF8.self))?.singles
            var start = try reader.firstDirectory()
            for _ in 0..<16 where start != 0 {
                let directory = try TIFFDirectory(at: start, of: reader)
                _ = directory.maskDirectory
                _ = directory.nodataText.flatMap { NodataValue($0) }?.doubles
                for tag in 250..<350 {
                    guard let tag = TIFFTag(rawValue: tag), directory.has(tag) else { continue }
                    _ = try? directory.numbers(tag)
                    _ = try? directory.text(tag)
                    _ = try? directory.rational(tag)
                    _ = try? directory.bytes(tag, limit: 1 << 16)
                    if let table = directory.table(tag), reader.holds(table), table.count > 0 {
                        _ = try? reader.numbers(of: table, table.count - 1..<table.count)
                    }
                }
                start = directory.next
            }
        },
        FuzzTarget(name: "geotiff", hasHeader: { firstDirectory($0)?.integer(.imageLength) != nil }) { input, accept in
            if firstDirectory(input)?.integer(.imageLength) != nil { accept() }
            _ = try StatedGeoreference.read(.bytes(input, name: "case"))
            _ = try GeoBounds.readGeoTIFF(.bytes(input, name: "case"))
        },
        FuzzTarget(name: "icc", hasHeader: { ICCProfile($0) != nil }) { input, accept in
            guard let profile = ICCProfile(input) else { return }
            accept()
            _ = profile.name
            _ = MatrixProfile(profile)?.isSRGB(within: 0.001)
            guard let signal = HDRSignal(profile) else { return }
            for sample in 0..<256 { precondition(signal.encoding.light(Double(sample) / 255) <= 1, "white is 1") }
        },
        FuzzTarget(name: "exif", hasHeader: { EXIFBlock.cleaned($0, upright: true) != nil }) { input, accept in
            _ = EXIFBlock.orientation(in: input)
            _ = EXIFBlock.isAdobeRGB(input)
            _ = EXIFProperties(input)
            guard let block = EXIFBlock.cleaned(input, upright: true) else { return }
            accept()
            precondition(EXIFBlock.cleaned(block, upright: false) != nil, "cleaned EXIF is EXIF")
        },
        FuzzTarget(name: "webp-container", hasHeader: { $0.withUnsafeBytes { WebPHeader($0) } != nil }) {
            input, accept in
            input.withUnsafeBytes { bytes in
                guard let header = WebPHeader(bytes) else { return }
                accept()
                var file: [UInt8] = []
                WebPContainer.wrap(bytes, size: header.size, profile: [1, 2, 3], exif: [4], into: &file)
                _ = WebPContainer.profile(in: bytes).map { Array($0) }
                _ = file.withUnsafeBytes { WebPContainer.profile(in: $0).map { Array($0) } }
                precondition(WebPChunks(ImageBytes(file))?.profile == [1, 2, 3], "the profile is found again")
            }
            _ = WebPChunks(ImageBytes(input))
        },
        FuzzTarget(name: "heif-grid", hasHeader: { HEIFGrid(ImageBytes($0)) != nil }) { input, accept in
            for page in 1...3 { _ = HEIFColors(ImageBytes(input), page: page)?.encoding?.profile(gray: false) }
            guard let grid = HEIFGrid(ImageBytes(input)) else { return }
            accept()
            for row in 0..<min(grid.rows, 4) {
                let part = HEIFGrid.Part(columns: 0..<grid.columns, rows: row..<row + 1)
                guard let file = grid.file(of: part) else { continue }
                let again = HEIFGrid(ImageBytes(file))
                precondition(grid.columns == 1 || again?.size == grid.size(of: part), "a row of a grid is a grid")
            }
        },
        FuzzTarget(
            name: "hevc-colors", longestInput: 1024, hasBitFields: true,
            hasHeader: { HEVCColorDescription.parameterSet(inConfiguration: $0[...]) != nil }
        ) { input, accept in
            guard let unit = HEVCColorDescription.parameterSet(inConfiguration: input[...]) else { return }
            accept()
            _ = HEVCColorDescription.codePoints(inParameterSet: unit)?.encoding.profile(gray: false)
        },
        FuzzTarget(
            name: "av1-colors", longestInput: 512, hasBitFields: true,
            hasHeader: { AV1ColorDescription.sequenceHeader(inUnits: $0.dropFirst(4)) != nil }
        ) { input, accept in
            guard let unit = AV1ColorDescription.sequenceHeader(inUnits: input.dropFirst(4)) else { return }
            accept()
            let points = AV1ColorDescription.codePoints(inSequenceHeader: unit)
            precondition(points == AV1ColorDescription.codePoints(inConfiguration: input[...]), "it is the same header")
            _ = points?.encoding.profile(gray: false)
        },
        FuzzTarget(name: "jpeg2000-boxes", hasHeader: { JPEG2000Container.codestreamOffset(ImageBytes($0)) != nil }) {
            input, accept in
            let bytes = ImageBytes(input)
            guard let start = JPEG2000Container.codestreamOffset(bytes) else { return }
            accept()
            _ = JPEG2000Container.codestreamCount(bytes)
            let boxes = JPEG2000HeaderBoxes(bytes)
            guard let header = JPEG2000CodestreamHeader(bytes, at: start) else { return }
            _ = JPEG2000CodingParameters(bytes, at: start, header)
            _ = try? JPEG2000ChannelMap(header, boxes)
        },
        FuzzTarget(name: "netpbm", longestInput: 512, hasHeader: { NetpbmHeader.maxval(ImageBytes($0)) != nil }) {
            input, accept in
            if NetpbmHeader.maxval(ImageBytes(input)) != nil { accept() }
        },
    ]

    /// The offset of a list of images in its file.
    private static let listOffset = 10

    /// The offsets of the images after the first one that a list in a JPEG names.
    private static func otherImages(_ input: [UInt8]) -> [Int] {
        MultiPictureFormat.otherImages(in: input, at: listOffset)
    }

    /// The first directory of a TIFF; `nil` if it is damaged.
    private static func firstDirectory(_ input: [UInt8]) -> TIFFDirectory? {
        TIFFDirectory(page: 0, read: ImageBytes(input).read)
    }
}
