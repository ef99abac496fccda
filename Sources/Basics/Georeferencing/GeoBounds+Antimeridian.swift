extension GeoBounds {
    /// True when the region crosses the 180th meridian and says so: degrees with an east beyond 180.
    ///
    /// The west lies from -180 to 180, and the east at most 360 degrees east of it. ``isOnEarth`` is false for such a region,
    /// because formats of maps can only state it with a west beyond the east.
    public var crossesAntimeridian: Bool {
        crs == .wgs84 && west >= -180 && west < 180 && east > 180 + 1e-6 && east - west <= 360 + 1e-6 && south < north
            && abs(south) <= 90 && abs(north) <= 90
    }

    /// The region with an east beyond 180 degrees, if it is stated with a west beyond the east as in GeoJSON (RFC 7946, 5.2);
    /// else the region itself.
    public var unwrapped: GeoBounds {
        let half = crs == .wgs84 ? 180 : WebMercator.originShift
        guard west > east, west < half, east > -half, west >= -half, east <= half else { return self }
        var region = self
        region.east += 2 * half
        return region
    }

    /// The region in the form of map formats, from -180 to 180 degrees: all longitudes, if it crosses the 180th meridian.
    package var publishable: GeoBounds {
        guard crossesAntimeridian else { return self }
        var region = self
        region.west = -180
        region.east = 180
        return region
    }

    /// The edges as text for programs that accept regions across the 180th meridian; nil for any other region.
    package var crossingText: String? {
        crossesAntimeridian ? edges.map { "\($0)" }.joined(separator: ",") : nil
    }

    /// The point halfway between the edges, with a longitude from -180 to 180 degrees.
    package var wrappedCenter: (x: Double, y: Double) {
        var center = center
        if crossesAntimeridian, center.x > 180 { center.x -= 360 }
        return center
    }
}
