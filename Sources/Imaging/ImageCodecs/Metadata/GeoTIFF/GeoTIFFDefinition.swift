internal import CGeoTIFF
internal import Georeferencing
internal import MapProjections

/// The coordinate reference system of a GeoTIFF as libgeotiff completes it from keys and PROJ's database (`GTIFGetDefn`).
struct GeoTIFFDefinition {
    /// A projection, in degrees, meters and ratios.
    struct Projection {
        /// The method as in ProjMethodGeoKey.
        var method: Int
        /// The code of ProjectionGeoKey; nil for a projection of the file's own.
        var code: Int?
        /// The parameters by their keys.
        var parameters: [Int: Double]
    }

    /// The code of the projected system; nil for one of the file's own.
    var projectedCode: Int?
    /// The code of the geographic system; nil for one of the file's own.
    var geographicCode: Int?
    /// The code of the datum; nil for one of the file's own.
    var datumCode: Int?
    /// The axes of the ellipsoid in meters; nil if they are not known.
    var axes: (major: Double, minor: Double)?
    /// The longitude of the prime meridian in degrees east of Greenwich.
    var primeMeridian: Double
    /// The code of the prime meridian; nil for one of the file's own.
    var primeMeridianCode: Int?
    /// The shift to WGS 84: none, three or seven parameters.
    var shift: [Double]
    /// The degrees of an angular unit.
    var degreesPerUnit: Double
    /// The meters of a linear unit.
    var metersPerUnit: Double
    /// The projection; nil of a geographic system.
    var projection: Projection?

    /// Reads keys with libgeotiff.
    ///
    /// - Throws: the reason if the library is missing, or the keys are damaged.
    init(_ keys: GeoKeys) throws(GeoKeys.Fault) {
        let library = try GeoTIFFLibrary.functions()
        var directory = keys.tags.directory
        var doubles = keys.tags.doubles
        // Texts of C end with a zero.
        var text = keys.tags.text + [0]
        guard let tags = library.pointee.ST_Create() else { throw GeoKeys.Fault("there is not enough memory") }
        defer { library.pointee.ST_Destroy(tags) }
        func set(_ tag: Int32, _ type: Int32, _ bytes: UnsafeMutableRawBufferPointer, _ count: Int) {
            // The library copies what it is given.
            _ = library.pointee.ST_SetKey(tags, tag, Int32(clamping: count), type, bytes.baseAddress)
        }
        let directoryCount = directory.count
        let doubleCount = doubles.count
        let textCount = text.count
        directory.withUnsafeMutableBytes { set(34735, STT_SHORT, $0, directoryCount) }
        if doubleCount > 0 { doubles.withUnsafeMutableBytes { set(34736, STT_DOUBLE, $0, doubleCount) } }
        if textCount > 1 { text.withUnsafeMutableBytes { set(34737, STT_ASCII, $0, textCount) } }
        guard let file = library.pointee.GTIFNewSimpleTags(tags) else {
            throw GeoKeys.Fault("its GeoKeyDirectoryTag is damaged")
        }
        defer { library.pointee.GTIFFree(file) }
        // Codes that PROJ does not know are no reason to print anything.
        var isOwn = Int32(0)
        if let context = library.pointee.GTIFGetPROJContext(file, 1, &isOwn) {
            _ = library.pointee.log_level(context, 0)
        }
        guard let definition = library.pointee.GTIFAllocDefn() else {
            throw GeoKeys.Fault("there is not enough memory")
        }
        defer { library.pointee.GTIFFreeDefn(definition) }
        guard library.pointee.GTIFGetDefn(file, definition) != 0 else {
            throw GeoKeys.Fault("GTModelTypeGeoKey is missing")
        }
        self.init(definition.pointee)
    }

    private init(_ definition: GTIFDefn) {
        /// Codes are 16 bits without a sign, which the library keeps in 16 with one.
        func code(_ number: Int16) -> Int? {
            let code = Int(UInt16(bitPattern: number))
            return code == 0 || code == GeoKeys.userDefined ? nil : code
        }
        projectedCode = code(definition.PCS)
        geographicCode = code(definition.GCS)
        datumCode = code(definition.Datum)
        let major = definition.SemiMajor
        let minor = definition.SemiMinor
        axes = major.isFinite && minor.isFinite && major > 0 && minor > 0 ? (major, minor) : nil
        primeMeridian = definition.PMLongToGreenwich
        primeMeridianCode = code(definition.PM)
        degreesPerUnit = definition.UOMAngleInDegrees
        metersPerUnit = definition.UOMLengthInMeters
        var definition = definition
        shift = (0..<Int32(min(max(definition.TOWGS84Count, 0), 7))).map { tk_geotiff_shift(&definition, $0) }
        guard definition.Model == 1 else { return }
        var parameters: [Int: Double] = [:]
        for index in 0..<tk_geotiff_parameter_count(&definition) {
            // Checked: the number of a key has 16 bits.
            let key = Int(tk_geotiff_parameter_key(&definition, index))
            if key != 0 { parameters[key] = tk_geotiff_parameter_value(&definition, index) }
        }
        projection = Projection(
            method: Int(UInt16(bitPattern: definition.CTProjection)), code: code(definition.ProjCode),
            parameters: parameters)
    }
}
