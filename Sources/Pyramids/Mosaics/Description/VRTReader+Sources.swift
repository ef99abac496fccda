internal import ImageMetadata
internal import Numbers
internal import XMLDocuments

extension VRTReader {
    /// A source of one band.
    fileprivate struct Source {
        var place: Place
        var content: Content
        var noData: NodataValue?
        var usesMask = false
    }

    /// The file of a source and its rectangles, which are equal in all bands of an image.
    fileprivate struct Place: Hashable {
        var path: String
        var part: MosaicDescription.Rect?
        var target: MosaicDescription.Rect?
    }

    /// The content that a source reads.
    fileprivate enum Content: Hashable {
        /// A channel of the image.
        case channel(Int)
        /// The mask of the image, as GDAL makes it of its alpha, its mask or its nodata value.
        case mask
        /// One value, whatever the image has.
        case constant(Double)
    }

    /// Adds the images of all sources.
    ///
    /// - Parameters:
    ///   - bands: the bands, of which the last is alpha where their number is even.
    ///   - mask: the mask band of the raster.
    ///   - values: a nodata value for each band, where the bands have none; nil for none.
    ///   - whole: the rectangle of sources that have none.
    ///   - mosaic: the list.
    /// - Throws: `CodecError` that names what is wrong or not supported.
    func addMembers(
        of bands: [XMLElement], mask: XMLElement?, values: [NodataValue]?, _ whole: MosaicDescription.Rect,
        to mosaic: inout MosaicDescription
    ) throws(CodecError) {
        let lists = try bands.map { band throws(CodecError) in try sources(of: band) }
        guard lists.allSatisfy({ $0.count == lists[0].count }) else {
            throw unsupported("bands with different sources")
        }
        let colorCount = bands.count.isMultiple(of: 2) ? bands.count - 1 : bands.count
        let masks = try mask.map { mask throws(CodecError) in try validities(of: mask) }
        // GDAL's order: the mask band, then the nodata value, which an alpha band replaces.
        var stated = masks == nil && colorCount == bands.count ? statedNoData(of: bands) : []
        // As in gdalwarp; GDAL's masks have it the other way round.
        if let values, !stated.isEmpty, stated.allSatisfy({ $0 == nil }) { stated = values }
        let noData = unified(stated, "the NoDataValue", &mosaic)
        for (index, first) in lists[0].enumerated() {
            let sources = lists.map { $0[index] }
            guard sources.allSatisfy({ $0.place == first.place }) else {
                throw unsupported("bands with different sources")
            }
            var member = MosaicDescription.Member(
                path: first.place.path,
                placement: .scaled(part: first.place.part, into: first.place.target ?? whole))
            // GDAL does not know orientations.
            member.isPlacedAsStored = true
            member.colors = try sources.prefix(colorCount).map { source throws(CodecError) in
                guard case .channel(let channel) = source.content else { throw unsupported("colors that are a mask") }
                return channel
            }
            member.validity = first.usesMask ? .file : .ignored
            if let alpha = sources.dropFirst(colorCount).first {
                member.validity = try validity(of: alpha.content, "alpha")
            } else if let masks {
                if let validity = masks[first.place] {
                    member.validity = validity
                } else {
                    mosaic.unread = [Self.unreadMask]
                }
            }
            let ownNoData = unified(sources.prefix(colorCount).map(\.noData), "the NODATA of \(member.path)", &mosaic)
            try set([noData, ownNoData].compactMap(\.self), of: &member, Self.type(of: bands[0]))
            mosaic.members.append(member)
        }
    }

    /// Sets the values of pixels of an image that are not there.
    private func set(
        _ values: [[NodataValue]], of member: inout MosaicDescription.Member, _ type: String
    ) throws(CodecError) {
        guard !values.isEmpty else { return }
        guard Self.isMapped(type) else {
            member.noData = Set(values.map { $0.map(\.number) }).filter { $0.allSatisfy(\.isFinite) }
                .sorted { $0[0] < $1[0] }
            // All samples are valid, and the mosaic has alpha all the same.
            if member.noData.isEmpty { member.noData = [values[0].map { _ in -1 }] }
            return
        }
        guard member.validity == .ignored else {
            throw unsupported("samples of the type \(type) with NODATA as well as a mask or alpha")
        }
        let channels = member.colors ?? []
        member.storedNoData = NodataValues(
            alternatives: values.map { values in
                // The last says that further channels are not compared.
                var alternative = [NodataValue?](repeating: nil, count: (channels.max() ?? 0) + 2)
                for (channel, value) in zip(channels, values) { alternative[channel] = value }
                return alternative
            })
    }

    /// A mask that is in other files, or other rectangles of them, than the bands.
    private static let unreadMask = MosaicDescription.UnreadStatement(
        statement: .validity,
        message:
            "this VRT has a mask whose sources are not those of its bands, which is not supported. Write it as an image "
            + "first: gdal_translate in.vrt out.tif.")

    /// The values of all bands; nil where none has one.
    ///
    /// A pixel is invalid if all its samples have them, so that they mean nothing where a band has none; there is a warning
    /// then.
    private func unified(
        _ values: [NodataValue?], _ name: String, _ mosaic: inout MosaicDescription
    ) -> [NodataValue]? {
        let stated = values.compactMap(\.self)
        guard !stated.isEmpty, stated.count < values.count else { return stated.isEmpty ? nil : stated }
        let warning = "\(name) is that of some bands only, which says nothing of whole pixels; it is not used."
        if !mosaic.warnings.contains(warning) { mosaic.warnings.append(warning) }
        return nil
    }

    /// The validity of the images, as a mask states it.
    private func validities(of mask: XMLElement) throws(CodecError) -> [Place: MosaicDescription.Validity] {
        guard let band = mask.child("VRTRasterBand") else { throw damaged("its MaskBand has no band") }
        try refuse(band, unless: Self.known.band)
        var validities: [Place: MosaicDescription.Validity] = [:]
        for source in try sources(of: band) {
            validities[source.place] = try validity(of: source.content, "the mask")
        }
        return validities
    }

    private func validity(of content: Content, _ name: String) throws(CodecError) -> MosaicDescription.Validity {
        switch content {
        case .channel(let channel): .channel(channel)
        case .mask: .file
        case .constant(255), .constant(65535): .ignored
        case .constant(let value): throw unsupported("the value \(value) for all of \(name)")
        }
    }

    private func sources(of band: XMLElement) throws(CodecError) -> [Source] {
        try band.children.filter { ["SimpleSource", "ComplexSource"].contains($0.name) }
            .map { element throws(CodecError) in try source(element) }
    }

    private func source(_ element: XMLElement) throws(CodecError) -> Source {
        let isComplex = element.name == "ComplexSource"
        let scaling: Set = ["ScaleOffset", "ScaleRatio"]
        try refuse(element, unless: isComplex ? Self.known.source.union(scaling) : Self.known.source)
        guard let file = element.child("SourceFilename") else { throw damaged("a source has no file") }
        let place = Place(
            path: try MosaicDescription.resolved(
                file.text, in: path, isRelative: file.attributes["relativeToVRT"] == "1"),
            part: try rect(element.child("SrcRect")), target: try rect(element.child("DstRect")))
        var source = Source(place: place, content: try content(element))
        if isComplex {
            source.noData = element.child("NODATA").flatMap { NodataValue($0.text) }
            source.usesMask = ["1", "YES", "TRUE", "ON"].contains(
                (element.child("UseMaskBand")?.text ?? "").uppercased())
        }
        return source
    }

    private func content(_ element: XMLElement) throws(CodecError) -> Content {
        if let ratio = element.child("ScaleRatio") ?? element.child("ScaleOffset") {
            // gdalbuildvrt -addalpha makes alpha of any band: 0 times its samples, plus 255.
            guard number(element.child("ScaleRatio")?.text) == 0,
                let offset = number(element.child("ScaleOffset")?.text)
            else { throw unsupported(ratio.name) }
            return .constant(offset)
        }
        let band = (element.child("SourceBand")?.text ?? "1").filter { !$0.isWhitespace }
        let parts = band.split(separator: ",", maxSplits: 1)
        if parts.count == 2, parts[0] == "mask", let number = Int(parts[1]), number >= 1 { return .mask }
        guard let channel = Int(band), (1...4).contains(channel) else { throw unsupported("the source band \(band)") }
        return .channel(channel - 1)
    }

    private func rect(_ element: XMLElement?) throws(CodecError) -> MosaicDescription.Rect? {
        guard let element else { return nil }
        let numbers = ["xOff", "yOff", "xSize", "ySize"].compactMap { number(element.attributes[$0]) }
        guard numbers.count == 4, numbers.allSatisfy({ abs($0) <= 1e8 }), numbers[2] > 0, numbers[3] > 0 else {
            throw damaged("the numbers of a \(element.name) are not a rectangle")
        }
        return .init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
