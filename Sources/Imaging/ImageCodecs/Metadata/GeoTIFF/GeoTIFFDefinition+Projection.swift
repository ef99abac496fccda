extension GeoTIFFDefinition.Projection {
    /// The first of some keys that has a value; nil if none has.
    private func first(_ keys: Int...) -> Double? { keys.lazy.compactMap { parameters[$0] }.first }

    /// The projection as a PROJ string without an ellipsoid and a unit; nil if the method is none of the standard's that PROJ has.
    ///
    /// Sources: the methods of the GeoTIFF specification 1.8.2, section 6.3.3.3, and PROJ's documentation of its projections.
    var text: String? {
        let origin = (3080, 3081)
        let falseOrigin = (3084, 3085)
        let center = (3088, 3089)
        let longitude = "+lon_0=\(first(origin.0, falseOrigin.0, center.0, 3095) ?? 0)"
        let parallel = first(origin.1, falseOrigin.1, center.1)
        let latitude = "+lat_0=\(parallel ?? 0)"
        let offset = "+x_0=\(first(3082, 3086, 3090) ?? 0) +y_0=\(first(3083, 3087, 3091) ?? 0)"
        let scale = "+k_0=\(first(3092, 3093) ?? 1)"
        let standard = (parameters[3078], parameters[3079])
        let parallels = "+lat_1=\(standard.0 ?? 0) +lat_2=\(standard.1 ?? 0)"
        switch method {
        case 1: return "+proj=tmerc \(latitude) \(longitude) \(scale) \(offset)"
        case 3: return oblique(latitude, scale, offset) + " +no_uoff"
        case 9815: return oblique(latitude, scale, offset)
        case 5: return "+proj=somerc \(latitude) \(longitude) \(scale) \(offset)"
        case 7:
            // With one standard parallel there is no scale.
            return standard.0.map { "+proj=merc \(longitude) +lat_ts=\($0) \(offset)" }
                ?? "+proj=merc \(longitude) \(scale) \(offset)"
        case 8: return "+proj=lcc \(parallels) \(latitude) \(longitude) \(offset)"
        case 9: return "+proj=lcc +lat_1=\(parallel ?? 0) \(latitude) \(longitude) \(scale) \(offset)"
        case 10: return "+proj=laea \(latitude) \(longitude) \(offset)"
        case 11: return "+proj=aea \(parallels) \(latitude) \(longitude) \(offset)"
        case 12: return "+proj=aeqd \(latitude) \(longitude) \(offset)"
        case 13: return "+proj=eqdc \(parallels) \(latitude) \(longitude) \(offset)"
        case 14: return "+proj=stere \(latitude) \(longitude) \(scale) \(offset)"
        case 15: return polarStereographic(parallel ?? standard.0 ?? 90, scale, offset)
        case 16: return "+proj=sterea \(latitude) \(longitude) \(scale) \(offset)"
        case 17: return "+proj=eqc +lat_ts=\(standard.0 ?? 0) \(latitude) \(longitude) \(offset)"
        case 18: return "+proj=cass \(latitude) \(longitude) \(offset)"
        case 19: return "+proj=gnom \(latitude) \(longitude) \(offset)"
        case 20: return "+proj=mill \(longitude) \(offset)"
        case 21: return "+proj=ortho \(latitude) \(longitude) \(offset)"
        case 22: return "+proj=poly \(latitude) \(longitude) \(offset)"
        case 23: return "+proj=robin \(longitude) \(offset)"
        case 24: return "+proj=sinu \(longitude) \(offset)"
        case 25: return "+proj=vandg \(longitude) \(offset)"
        case 26: return "+proj=nzmg \(latitude) \(longitude) \(offset)"
        case 27: return "+proj=tmerc +axis=wsu \(latitude) \(longitude) \(scale) \(offset)"
        case 28: return "+proj=cea +lat_ts=\(standard.0 ?? 0) \(longitude) \(offset)"
        default: return nil
        }
    }

    /// Hotine's oblique Mercator around its center.
    private func oblique(_ latitude: String, _ scale: String, _ offset: String) -> String {
        let azimuth = parameters[3094] ?? 0
        return "+proj=omerc \(latitude) +lonc=\(first(3088, 3080) ?? 0) +alpha=\(azimuth) "
            + "+gamma=\(parameters[3096] ?? azimuth) \(scale) \(offset)"
    }

    /// Variant A has a scale at the pole, variant B a parallel of true scale.
    private func polarStereographic(_ parallel: Double, _ scale: String, _ offset: String) -> String {
        let pole = parallel < 0 ? -90 : 90
        let meridian = first(3095, 3080) ?? 0
        let measure = abs(parallel) == 90 ? scale : "+lat_ts=\(parallel)"
        return "+proj=stere +lat_0=\(pole) \(measure) +lon_0=\(meridian) \(offset)"
    }
}
