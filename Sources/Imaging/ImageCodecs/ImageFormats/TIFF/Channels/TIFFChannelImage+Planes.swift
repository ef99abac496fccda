internal import ChannelImages
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

extension TIFFChannelImage {
    /// Finds the stored samples of a plane; nil if no description states where they are.
    ///
    /// - Throws: ``CodecError`` when the file has no such page, or one of another size or type.
    func storedPlane(_ plane: ChannelPlane, missing: [UInt8]) throws -> StoredPlane? {
        // Checked: the channel is one of the image's.
        let channel = plane.channel / channelSamples.count
        let sample = channelSamples[plane.channel % channelSamples.count]
        let number = planes.number(channel: channel, plane)
        let level = levels[plane.level]
        var file = files.main
        let offset: Int?
        switch (planes.order, level.place) {
        case (_, .pages(let offsets)): offset = offsets.indices.contains(number) ? offsets[number] : nil
        case (.pages(let offsets), _): offset = offsets.indices.contains(number) ? offsets[number] : nil
        case (.contiguous(let start, let planeBytes), _):
            // Checked: at opening, or the position is beyond the file, whose end is checked when it is read.
            let (distance, isTooFar) = planeBytes.multipliedReportingOverflow(by: number)
            guard !isTooFar, distance <= .max - start else { throw noPage(number, file) }
            return StoredPlane(
                file: file, page: level.page.contiguous(at: start + distance), sample: sample, missing: missing)
        case (.ome(let image), _):
            let first = ChannelPlane(
                channel: channel * image.samplesPerPixel, section: plane.section, time: plane.time)
            guard let location = image.location(of: first) else { return nil }
            file = try files.file(at: location)
            offset = file.offset(ofDirectory: location.directory)
        }
        guard let offset else { throw noPage(number, file) }
        let page = try page(at: offset, of: file, level)
        return StoredPlane(file: file, page: page, sample: sample, missing: missing)
    }

    /// Reads a page of a plane at a level.
    private func page(at offset: Int, of file: TIFFChannelFile, _ level: TIFFChannelLevel) throws -> TIFFChannelPage {
        var page = try file.page(at: offset)
        if case .subdirectory(let index) = level.place, let full = page {
            let offsets = try full.directory.numbers(.subIFDs)
            page = offsets.indices.contains(index) ? try file.page(at: offsets[index]) : nil
        }
        guard let page, page.size == level.page.size, page.storedType == level.page.storedType,
            page.samplesPerPixel == level.page.samplesPerPixel, page.orientation == level.page.orientation
        else { throw TIFFChannelPlanes.differ(file) }
        return page
    }

    private func noPage(_ number: Int, _ file: TIFFChannelFile) -> CodecError {
        CodecError(
            .truncated, file: file.name,
            "it has no page for plane \(number + 1) of \(planes.count) that it describes. Get a complete copy.")
    }

    /// The bytes of a sample of a channel that the file leaves out: its no-data value, or else 0.
    func missingSample(_ channel: Int) -> [UInt8] {
        let type = description.sampleType
        return description.channels[channel].nodata?.sample(of: type) ?? [UInt8](repeating: 0, count: type.byteCount)
    }

    /// Accepts a block that cannot be read if the file leaves it out, or if that is allowed.
    ///
    /// - Throws: ``CodecError`` if it is not.
    func accept(_ problem: TIFFBlocks.Problem, _ plane: StoredPlane, _ piece: PixelRect) throws {
        if case .absent = problem { return }
        guard !options.allowTruncated else { return }
        let position = "row \(piece.y + 1) of \(plane.page.size.height)"
        switch problem {
        case .missing, .absent:
            throw CodecError(
                .truncated, file: plane.file.name,
                "the file ends before \(position). Get a complete copy, or read what there is.")
        case .damaged:
            throw CodecError(.damaged, file: plane.file.name, "the data is damaged near \(position). Get a good copy.")
        case .unusable(let reason):
            throw CodecError(
                .damaged, file: plane.file.name,
                "the data is damaged near \(position): \(reason). Get a good copy, or read what there is.")
        }
    }
}
