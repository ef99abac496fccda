import ChannelImages
import JSONDocuments
import TilePyramid
import XMLDocuments

extension FuzzTarget {
    /// Descriptions of channels: ImageJ's, GDAL's and those of OME-Zarr.
    ///
    /// OME-XML is among the documents.
    static let channels = [
        FuzzTarget(name: "imagej", hasHeader: { ImageJDescription(String(decoding: $0, as: UTF8.self)) != nil }) {
            input, accept in
            guard let stack = ImageJDescription(String(decoding: input, as: UTF8.self)) else { return }
            accept()
            var description = description(.uint16)
            stack.apply(to: &description)
            let last = ChannelPlane(
                channel: stack.channelCount - 1, section: stack.sectionCount - 1, time: stack.timeCount - 1)
            precondition(stack.position(of: last) == stack.planeCount - 1, "the last plane is in the last place")
            _ = stack.pixelSpacing(xResolution: 2, yResolution: 0)
        },
        FuzzTarget(name: "imagej-metadata", hasHeader: { imageJMetadata($0) != nil }) { input, accept in
            guard let metadata = imageJMetadata(input) else { return }
            accept()
            var description = description(.uint16)
            metadata.apply(to: &description)
        },
        FuzzTarget(name: "gdal-metadata", hasHeader: { (try? gdalMetadata($0))?.items.isEmpty == false }) {
            input, accept in
            let metadata = try gdalMetadata(input)
            if !metadata.items.isEmpty { accept() }
            var description = description(.float32)
            metadata.apply(to: &description)
        },
        FuzzTarget(name: "omero", hasHeader: { omero($0)?.channels.isEmpty == false }) { input, accept in
            guard let settings = omero(input) else { return }
            accept()
            var description = description(.uint16)
            settings.apply(to: &description)
            let rendering = settings.rendering(of: description)
            // What is written can be read. White and all values stand for what is not stated, the first time.
            let written = OmeroMetadata(description, rendering: rendering).json(for: description)
            let read = omero(Array(written.utf8))
            precondition(read?.channels.count == 4, "all channels")
            precondition(read.flatMap { omero(Array($0.json(for: description).utf8)) } == read, "the same settings")
        },
    ]

    /// A description of four channels of which nothing is known.
    private static func description(_ type: SampleType) -> ChannelImageDescription {
        ChannelImageDescription(
            levels: [PixelSize(width: 4, height: 3)], sampleType: type,
            channels: [ChannelDescription](repeating: ChannelDescription(), count: 4))
    }

    /// Metadata after the number of its sizes, and these as two bytes each.
    private static func imageJMetadata(_ input: [UInt8]) -> ImageJMetadata? {
        guard let count = input.first.map(Int.init), input.count > 2 * count else { return nil }
        let sizes = (0..<count).map { Int(input[1 + 2 * $0]) << 8 | Int(input[2 + 2 * $0]) }
        return ImageJMetadata(Array(input.dropFirst(1 + 2 * count)), byteCounts: sizes)
    }

    private static func gdalMetadata(_ input: [UInt8]) throws -> GDALMetadata {
        try GDALMetadata(String(decoding: input, as: UTF8.self))
    }

    private static func omero(_ input: [UInt8]) -> OmeroMetadata? {
        (try? JSONValue(parsing: input)).flatMap { OmeroMetadata($0) }
    }
}
